/* Luma, chroma or inks of a source, each drawn from its own size, as planes or as the picture. */
#include "engine.h"

#include "webp.h"

enum { MAX_PARTS = 4, CENTER = 128, VIDEO_BLACK = 16, LUMA_STEPS = 219, CHROMA_STEPS = 224, FULL_STEPS = 255, FRACTION_BITS = 16 };

/* Of one drawing. */
static struct {
  int count, orientation;
  int widths[MAX_PARTS], heights[MAX_PARTS];
  uint8_t *planes[MAX_PARTS];
  Resizer *resizers[MAX_PARTS];
} drawn;

Turn plan_turn(int orientation, int w, int n) {
  switch (orientation) {
    case 2: return (Turn){w - 1, -1, w};
    case 3: return (Turn){w * n - 1, -1, -w};
    case 4: return (Turn){w * (n - 1), 1, -w};
    case 5: return (Turn){0, n, 1};
    case 6: return (Turn){n - 1, n, -1};
    case 7: return (Turn){w * n - 1, -n, -1};
    case 8: return (Turn){n * (w - 1), -n, 1};
    default: return (Turn){0, 1, w};
  }
}

/* Two samples of an odd side share its last half: the last of the upright image, which may be the first as stored. */
static double start_of(double shown, double covered, int is_mirrored) { return is_mirrored ? shown - covered : 0; }

void open_parts(const Part *parts, int count, int to_width, int to_height, Chroma chroma, int orientation) {
  const Turn turn = plan_turn(orientation, to_width, to_height);
  const size_t area = (size_t)to_width * to_height;
  drawn.count = count;
  drawn.orientation = orientation;
  /* A conversion may read a vector beyond the last plane. */
  uint8_t *to = need(area * count + 16);
  for (int at = 0; at < count; ++at, to += area) {
    const int share = at > 0 && chroma == HALVED ? 2 : 1;
    const int width = (to_width + share - 1) / share, height = (to_height + share - 1) / share;
    const Part *part = &parts[at];
    const double covered_width = part->shown_width * (width * share) / to_width;
    const double covered_height = part->shown_height * (height * share) / to_height;
    const Drawing drawing = {
        .width = part->width, .height = part->height,
        .left = start_of(part->shown_width, covered_width, turn.right < 0),
        .top = start_of(part->shown_height, covered_height, turn.down < 0),
        .crop_width = covered_width, .crop_height = covered_height, .to_width = width, .to_height = height,
    };
    drawn.widths[at] = width;
    drawn.heights[at] = height;
    drawn.planes[at] = to;
    drawn.resizers[at] = open_resizer(&drawing, SAMPLES, 1, to);
  }
}

void push_part_row(int part, const uint8_t *row) { push_row(drawn.resizers[part], row); }

uint8_t *take_parts(void) {
  for (int at = 0; at < drawn.count; ++at) close_resizer(drawn.resizers[at]);
  return drawn.planes[0];
}

void change_range(uint8_t *samples, size_t count, int is_chroma, Range from, Range to) {
  if (from == to) return;
  const int steps = is_chroma ? CHROMA_STEPS : LUMA_STEPS, black = is_chroma ? CENTER : VIDEO_BLACK;
  const int zero = is_chroma ? CENTER : 0;
  const int old_zero = from == FULL ? zero : black, new_zero = to == FULL ? zero : black;
  const int factor = ((to == FULL ? FULL_STEPS : steps) << FRACTION_BITS) / (to == FULL ? steps : FULL_STEPS);
  const int offset = (new_zero << FRACTION_BITS) + (1 << (FRACTION_BITS - 1)) - old_zero * factor;
  for (size_t at = 0; at < count; ++at) {
    const int value = (samples[at] * factor + offset) >> FRACTION_BITS;
    samples[at] = value < 0 ? 0 : value > OPAQUE ? OPAQUE : value;
  }
}

static void turn_plane(const uint8_t *from, int width, int height, uint8_t *to) {
  if (drawn.orientation == 1) {
    memcpy(to, from, (size_t)width * height);
    return;
  }
  const Turn turn = plan_turn(drawn.orientation, width, height);
  to += turn.start;
  for (int y = 0; y < height; ++y, to += turn.down) {
    for (int x = 0; x < width; ++x) to[x * turn.right] = *from++;
  }
}

void move_parts_to_picture(Range from, Range to) {
  const int turns = drawn.orientation >= 5, width = drawn.widths[0], height = drawn.heights[0];
  uint8_t *parts = take_parts();
  open_picture(turns ? height : width, turns ? width : height, 0);
  uint8_t *const planes[] = {picture.y, picture.u, picture.v};
  const size_t half_area = (size_t)((width + 1) / 2) * ((height + 1) / 2);
  for (int at = 0; at < 3; ++at) {
    const size_t area = at == 0 ? (size_t)width * height : half_area;
    if (at >= drawn.count) {
      memset(planes[at], CENTER, area);
      continue;
    }
    change_range(drawn.planes[at], area, at > 0, from, to);
    turn_plane(drawn.planes[at], drawn.widths[at], drawn.heights[at], planes[at]);
  }
  free(parts);
}
