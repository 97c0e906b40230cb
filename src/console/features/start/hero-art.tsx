/** A tintype in its paper mat, as inline SVG. */
export function HeroArt() {
  return (
    <svg class="start-plate" viewBox="0 0 320 400" aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id="start-sky" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" class="start-sky-high" />
          <stop offset="1" class="start-sky-low" />
        </linearGradient>
        <radialGradient id="start-edge">
          <stop offset="0.62" class="start-edge-clear" />
          <stop offset="1" class="start-edge-dark" />
        </radialGradient>
        <clipPath id="start-oval">
          <ellipse cx="160" cy="196" rx="116" ry="150" />
        </clipPath>
      </defs>
      <rect class="start-mat" x="4" y="4" width="312" height="392" rx="14" />
      <rect class="start-rim" x="16" y="16" width="288" height="368" rx="8" />
      <g clip-path="url(#start-oval)">
        <rect x="40" y="40" width="240" height="320" fill="url(#start-sky)" />
        <circle class="start-sun" cx="204" cy="148" r="30" />
        <path
          class="start-hill-far"
          d="M30 232c30-8 52-58 76-58s34 36 58 40 40-30 66-30 40 30 60 34v150H30z"
        />
        <path class="start-hill" d="M30 268c40-4 60-34 96-34s60 34 90 34 46-14 74-20v120H30z" />
        <path class="start-hill-near" d="M30 316c44-24 88-30 132-14s84 12 128-12v90H30z" />
        <path class="start-tree" d="M112 322v-14M112 244l-18 34h10l-14 30h44l-14-30h10z" />
        <path class="start-river" d="M172 258c-8 14 24 22 14 38s-36 22-30 64" />
        <ellipse cx="160" cy="196" rx="120" ry="154" fill="url(#start-edge)" />
      </g>
      <ellipse class="start-oval" cx="160" cy="196" rx="116" ry="150" />
      <path
        class="start-scratch"
        d="M70 96c10 40 4 90 10 150M246 90c-4 20 2 44-2 70M128 66c30-6 62-4 88 8"
      />
    </svg>
  );
}
