// Latencies as a picture: a panel for each series, every sample a point, time going right, latency
// up on a logarithmic scale, with lines at the median and at the 99th percentile.
#pragma once

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>
#include <vector>

namespace example {

struct LatencySeries {
  std::string title;
  std::vector<double> microseconds;  // in the order of their measurement
};

/// The value below which `part` (0 to 1) of the samples lie. Precondition: there are samples.
inline double quantile(std::vector<double> samples, double part) {
  std::sort(samples.begin(), samples.end());
  return samples[static_cast<size_t>(part * static_cast<double>(samples.size() - 1))];
}

class LatencyPicture {
 public:
  explicit LatencyPicture(const std::vector<LatencySeries>& series) : series_(series) {
    for (const LatencySeries& one : series_) {
      for (double sample : one.microseconds) {
        lowest_ = std::min(lowest_, std::floor(std::log10(sample)));
        highest_ = std::max(highest_, std::ceil(std::log10(sample)));
      }
    }
  }

  /// False if the file cannot be written.
  [[nodiscard]] bool write(const std::string& path) const {
    std::ofstream out(path);
    const double width = left + static_cast<double>(series_.size()) * (panel + gap);
    out << "<svg xmlns='http://www.w3.org/2000/svg' width='" << width << "' height='"
        << top + height + 40 << "' font-family='sans-serif' font-size='12'>\n"
        << "<rect width='100%' height='100%' fill='white'/>\n";
    for (double power = lowest_; power <= highest_; ++power) write_grid(out, power, width);
    for (size_t i = 0; i < series_.size(); ++i) {
      write_panel(out, series_[i], left + static_cast<double>(i) * (panel + gap));
    }
    out << "<text x='" << left << "' y='" << top + height + 26
        << "'>Each point is a request, one after the other from left to right; higher is longer."
        << "</text>\n</svg>\n";
    out.close();
    return static_cast<bool>(out);
  }

 private:
  static constexpr double left = 70, top = 40, panel = 380, gap = 30, height = 300;

  [[nodiscard]] double y_of(double microseconds) const {
    const double span = std::max(1.0, highest_ - lowest_);
    return top + height * (highest_ - std::log10(microseconds)) / span;
  }
  void write_grid(std::ofstream& out, double power, double width) const {
    const double value = std::pow(10, power), y = y_of(value);
    const std::string label = value >= 1000 ? std::to_string(std::lround(value / 1000)) + " ms"
                              : value >= 1  ? std::to_string(std::lround(value)) + " µs"
                                            : std::to_string(std::lround(value * 1000)) + " ns";
    out << "<line x1='" << left << "' x2='" << width - gap << "' y1='" << y << "' y2='" << y
        << "' stroke='#ddd'/><text x='" << left - 8 << "' y='" << y + 4 << "' text-anchor='end'>"
        << label << "</text>\n";
  }
  void write_panel(std::ofstream& out, const LatencySeries& series, double x) const {
    out << "<text x='" << x << "' y='24' font-weight='bold'>" << series.title << "</text>\n";
    const std::vector<double>& samples = series.microseconds;
    out << "<path stroke='#1f77b4' stroke-width='3' stroke-linecap='round' d='";
    for (size_t i = 0; i < samples.size(); ++i) {
      const double across = static_cast<double>(i) / static_cast<double>(samples.size());
      out << "M" << std::lround(x + panel * across) << " " << std::lround(y_of(samples[i])) << "h0";
    }
    out << "'/>\n";
    write_line(out, x, quantile(samples, 0.5), "median", "#2ca02c");
    write_line(out, x, quantile(samples, 0.99), "99 %", "#d62728");
  }
  void write_line(std::ofstream& out, double x, double value, const char* name,
                  const char* colour) const {
    const double y = y_of(value);
    out << "<line x1='" << x << "' x2='" << x + panel << "' y1='" << y << "' y2='" << y
        << "' stroke='" << colour << "'/><text x='" << x + panel << "' y='" << y - 4
        << "' text-anchor='end' fill='" << colour << "'>" << name << "</text>\n";
  }

  std::vector<LatencySeries> series_;
  double lowest_ = 6, highest_ = -3;  // powers of ten of a microsecond
};

}  // namespace example
