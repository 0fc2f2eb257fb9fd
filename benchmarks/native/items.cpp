// Loops with a result for each of many items: bodies, points, options, messages.
#include "native/loops.h"
#include "native/vector.h"

namespace cleave::benchmark::CLEAVE_NATIVE_LEVEL {

static inline float root(float square) {
  return __builtin_sqrtf(square);
}
static inline double root(double square) {
  return __builtin_sqrt(square);
}

template <class Real>
static inline void attract_bodies(const BodyArrays<Real>& bodies, size_t begin, size_t end) {
  const Real *x = bodies.x, *y = bodies.y, *z = bodies.z, *mass = bodies.mass;
  const size_t count = bodies.count;
  const Real softening = bodies.softening;
  for (size_t i = begin; i < end; ++i) {
    Real sum_x = 0, sum_y = 0, sum_z = 0;
#pragma omp simd reduction(+ : sum_x, sum_y, sum_z)
    for (size_t j = 0; j < count; ++j) {
      const Real way_x = x[j] - x[i], way_y = y[j] - y[i], way_z = z[j] - z[i];
      const Real square = way_x * way_x + way_y * way_y + way_z * way_z + softening;
      const Real pull = mass[j] / (square * root(square));
      sum_x += way_x * pull;
      sum_y += way_y * pull;
      sum_z += way_z * pull;
    }
    Real* to = bodies.accelerations + 4 * i;
    to[0] = sum_x;
    to[1] = sum_y;
    to[2] = sum_z;
    to[3] = 0;
  }
}

void attract(const BodyArrays<float>& bodies, size_t begin, size_t end) {
  attract_bodies(bodies, begin, end);
}

void attract_double(const BodyArrays<double>& bodies, size_t begin, size_t end) {
  attract_bodies(bodies, begin, end);
}

void push(float* __restrict forces, const float* __restrict places, size_t boxes, size_t begin,
          size_t end) {
  constexpr size_t in_box = 64;
  for (size_t i = begin * in_box; i < end * in_box; ++i) {
    const float* own = places + 4 * i;
    float sum_x = 0, sum_y = 0, sum_z = 0, sum = 0;
    for (size_t beside = 0; beside < 3; ++beside) {
      const float* others = places + (i / in_box + beside + boxes - 1) % boxes * in_box * 4;
#pragma omp simd reduction(+ : sum_x, sum_y, sum_z, sum)
      for (size_t j = 0; j < in_box; ++j) {
        const float x = others[4 * j] - own[0], y = others[4 * j + 1] - own[1],
                    z = others[4 * j + 2] - own[2];
        const float strength = 1 - (x * x + y * y + z * z) * 0x1p-10F;
        sum_x += strength * x;
        sum_y += strength * y;
        sum_z += strength * z;
        sum += strength;
      }
    }
    float* to = forces + 4 * i;
    to[0] = sum_x;
    to[1] = sum_y;
    to[2] = sum_z;
    to[3] = sum;
  }
}

void assign_members(int* __restrict members, const float* __restrict features,
                    const float* __restrict centres, size_t count, size_t begin, size_t end) {
  constexpr size_t block = 64, feature_count = 8, centre_count = 16;
  for (size_t first = begin; first < end; first += block) {
    float least[block];
    int nearest[block] = {};
    for (size_t i = 0; i < block; ++i) least[i] = __FLT_MAX__;
    for (size_t centre = 0; centre < centre_count; ++centre) {
      const float* at = centres + centre * feature_count;
#pragma omp simd
      for (size_t i = 0; i < block; ++i) {
        float distance = 0;
#pragma unroll
        for (size_t feature = 0; feature < feature_count; ++feature) {
          const float away = features[feature * count + first + i] - at[feature];
          distance += away * away;
        }
        nearest[i] = distance < least[i] ? static_cast<int>(centre) : nearest[i];
        least[i] = distance < least[i] ? distance : least[i];
      }
    }
    for (size_t i = 0; i < block; ++i) members[first + i] = nearest[i];
  }
}

void add_up_members(unsigned* sums, const float* features, const int* members, size_t count,
                    size_t begin, size_t end) {
  constexpr size_t feature_count = 8, sums_of_centre = feature_count + 1, sums_count = 144;
  unsigned own[sums_count] = {};
  for (size_t point = begin; point < end; ++point) {
    unsigned* to = own + static_cast<size_t>(members[point]) * sums_of_centre;
    for (size_t feature = 0; feature < feature_count; ++feature)
      to[feature] += static_cast<unsigned>(features[feature * count + point]);
    ++to[feature_count];
  }
  for (size_t i = 0; i < sums_count; ++i) __atomic_fetch_add(&sums[i], own[i], __ATOMIC_RELAXED);
}

void mandelbrot(unsigned* turns, float left, float top, float step, unsigned limit, size_t n,
                size_t begin, size_t end) {
  // A vector of points turns until all have left.
  Vector lane;
  for (size_t i = 0; i < lanes; ++i) lane[i] = static_cast<float>(i);
  for (size_t row = begin; row < end; ++row) {
    const Vector cy = Vector{} + (top + static_cast<float>(row) * step);
    for (size_t column = 0; column < n; column += lanes) {
      const Vector cx = left + (static_cast<float>(column) + lane) * step;
      Vector x = {}, y = {};
      Words turned = {};
      for (unsigned turn = 0; turn < limit; ++turn) {
        const auto inside = x * x + y * y <= 4.0F;
        if (__builtin_reduce_or(inside) == 0) break;
        turned -= reinterpret_cast<Words>(inside);
        const Vector next = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = next;
      }
      store(turns + row * n + column, turned);
    }
  }
}

static inline float normal_distribution(float d) {
  const float k = 1 / (1 + 0.2316419F * __builtin_fabsf(d));
  const float tail =
      0.39894228F * __builtin_expf(-0.5F * d * d) *
      (k * (0.31938153F +
            k * (-0.356563782F + k * (1.781477937F + k * (-1.821255978F + k * 1.330274429F)))));
  return d > 0 ? 1 - tail : tail;
}

void black_scholes(const OptionPrices& options, size_t begin, size_t end) {
  const float rate = options.rate, volatility = options.volatility;
  const float *prices = options.prices, *strikes = options.strikes, *years = options.years;
  float* __restrict calls = options.calls, * __restrict puts = options.puts;
#pragma omp simd
  for (size_t i = begin; i < end; ++i) {
    const float price = prices[i], strike = strikes[i], time = years[i];
    const float spread = volatility * root(time);
    const float d1 =
        (__builtin_logf(price / strike) + (rate + 0.5F * volatility * volatility) * time) / spread;
    const float n1 = normal_distribution(d1), n2 = normal_distribution(d1 - spread);
    const float discounted = strike * __builtin_expf(-rate * time);
    calls[i] = price * n1 - discounted * n2;
    puts[i] = discounted * (1 - n2) - price * (1 - n1);
  }
}

void binomial_puts(const OptionPrices& options, size_t begin, size_t end) {
  constexpr size_t leaves = 64;
  for (size_t first = begin; first < end; first += lanes) {
    // A tree for each lane.
    float values[leaves][lanes], falls[lanes], rises[lanes], ups[lanes], power[lanes];
    const float *price = options.prices + first, *strike = options.strikes + first;
    for (size_t lane = 0; lane < lanes; ++lane) {
      const float step = options.years[first + lane] / leaves;
      const float up = __builtin_expf(options.volatility * root(step)), down = 1 / up;
      const float growth = __builtin_expf(options.rate * step);
      const float rise = (growth - down) / (up - down);
      rises[lane] = rise / growth;
      falls[lane] = (1 - rise) / growth;
      ups[lane] = up * up;
      power[lane] = __builtin_powf(down, leaves);
    }
    for (size_t leaf = 0; leaf < leaves; ++leaf) {
#pragma omp simd
      for (size_t lane = 0; lane < lanes; ++lane) {
        const float gain = strike[lane] - price[lane] * power[lane];
        values[leaf][lane] = gain > 0 ? gain : 0;
        power[lane] *= ups[lane];
      }
    }
    const Vector fall = load(falls), rise = load(rises);
    for (size_t count = leaves - 1; count > 0; --count)
      for (size_t node = 0; node < count; ++node)
        store(values[node], fall * load(values[node]) + rise * load(values[node + 1]));
    for (size_t lane = 0; lane < lanes; ++lane) options.puts[first + lane] = values[0][lane];
  }
}

static inline Words rotated(Words words, unsigned bits) {
  return words << bits | words >> (32 - bits);
}

void hash(unsigned* digests, const unsigned* message, size_t begin, size_t end) {
  Words lane;
  for (unsigned i = 0; i < lanes; ++i) lane[i] = i;
  for (size_t first = begin; first < end; first += lanes) {
    Words words[80];
#pragma unroll
    for (size_t i = 0; i < 15; ++i) words[i] = Words{} + message[i];
    words[15] = lane + static_cast<unsigned>(first);
#pragma unroll
    for (size_t i = 16; i < 80; ++i)
      words[i] = rotated(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1);
    Words a = Words{} + 0x67452301U, b = Words{} + 0xefcdab89U, c = Words{} + 0x98badcfeU,
          d = Words{} + 0x10325476U, e = Words{} + 0xc3d2e1f0U;
#pragma unroll
    for (size_t i = 0; i < 80; ++i) {
      Words mixed;
      if (i < 20)
        mixed = (d ^ (b & (c ^ d))) + 0x5a827999U;
      else if (i < 40)
        mixed = (b ^ c ^ d) + 0x6ed9eba1U;
      else if (i < 60)
        mixed = ((b & c) | (d & (b | c))) + 0x8f1bbcdcU;
      else
        mixed = (b ^ c ^ d) + 0xca62c1d6U;
      const Words next = rotated(a, 5) + mixed + e + words[i];
      e = d;
      d = c;
      c = rotated(b, 30);
      b = a;
      a = next;
    }
    store(digests + first, a + 0x67452301U);
  }
}

void deposit(const ParticleCloud& cloud, size_t begin, size_t end) {
  unsigned* grid = cloud.grid;
  const size_t side = cloud.side;
  for (size_t i = begin; i < end; ++i) {
    const float x = cloud.places[2 * i], y = cloud.places[2 * i + 1];
    const auto column = static_cast<unsigned>(x), row = static_cast<unsigned>(y);
    const auto right = static_cast<unsigned>((x - static_cast<float>(column)) * 256);
    const auto down = static_cast<unsigned>((y - static_cast<float>(row)) * 256);
    unsigned* cell = grid + row * side + column;
    cell[0] += (256 - right) * (256 - down);
    cell[1] += right * (256 - down);
    cell[side] += (256 - right) * down;
    cell[side + 1] += right * down;
  }
}

void pull_boxes(const ParticleBoxes& boxes, size_t begin, size_t end) {
  constexpr size_t particles = 64, neighbours = 27;
  const float *x = boxes.x, *y = boxes.y, *z = boxes.z, *charge = boxes.charge;
  for (size_t own = begin * particles; own < end * particles; ++own) {
    const int* others = boxes.neighbours + own / particles * neighbours;
    float force_x = 0, force_y = 0, force_z = 0, sum = 0;
    for (size_t k = 0; k < neighbours; ++k) {
      const size_t first = static_cast<size_t>(others[k]) * particles;
#pragma omp simd reduction(+ : force_x, force_y, force_z, sum)
      for (size_t j = first; j < first + particles; ++j) {
        const float way_x = x[own] - x[j], way_y = y[own] - y[j], way_z = z[own] - z[j];
        const float square = way_x * way_x + way_y * way_y + way_z * way_z;
        const float potential = charge[j] * __builtin_expf(-0.5F * square);
        force_x += potential * way_x;
        force_y += potential * way_y;
        force_z += potential * way_z;
        sum += potential;
      }
    }
    float* to = boxes.forces + 4 * own;
    to[0] = force_x;
    to[1] = force_y;
    to[2] = force_z;
    to[3] = sum;
  }
}

void match_blocks(unsigned* best, const unsigned char* now, const unsigned char* before,
                  size_t pitch, size_t blocks, size_t begin, size_t end) {
  constexpr size_t edge = 8, reach = 16;
  using Bytes [[gnu::vector_size(reach)]] = unsigned char;
  using Shorts [[gnu::vector_size(2 * reach)]] = unsigned short;
  for (size_t row = begin; row < end; ++row) {
    for (size_t column = 0; column < blocks; ++column) {
      const size_t first = edge * row * pitch + edge * column;
      const unsigned char* block = now + first + edge * pitch + edge;
      unsigned least = ~0U;
      for (unsigned y = 0; y < reach; ++y) {
        // Sums of all places of a row at once: each number of the block meets 16 beside each other.
        Shorts sums = {};
        for (size_t j = 0; j < edge; ++j) {
          for (size_t i = 0; i < edge; ++i) {
            const Bytes own = Bytes{} + block[j * pitch + i];
            Bytes places;
            __builtin_memcpy(&places, before + first + (y + j) * pitch + i, sizeof places);
            sums += __builtin_convertvector(
                __builtin_elementwise_max(own, places) - __builtin_elementwise_min(own, places),
                Shorts);
          }
        }
        for (unsigned x = 0; x < reach; ++x) {
          const unsigned found = static_cast<unsigned>(sums[x]) << 8 | y << 4 | x;
          least = found < least ? found : least;
        }
      }
      best[row * blocks + column] = least;
    }
  }
}

}  // namespace cleave::benchmark::CLEAVE_NATIVE_LEVEL
