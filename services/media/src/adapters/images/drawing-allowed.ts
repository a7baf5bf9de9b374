/**
 * The allowed parts of an SVG. Everything else is removed: scripts, event handlers, foreign objects, links,
 * media, animations, and references to URLs.
 */
const words = (list: string) => new Set(list.trim().split(/\s+/))

export const elements = words(`
  svg g defs symbol use title desc metadata switch style
  path rect circle ellipse line polyline polygon text tspan textPath image
  linearGradient radialGradient stop pattern clipPath mask marker view
  filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap
  feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology
  feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence
`)

/** Elements whose content is removed. */
export const emptied = words('metadata')

export const attributes = words(`
  id class lang style transform x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy d points width height viewBox version
  preserveAspectRatio pathLength rotate textLength lengthAdjust startOffset method spacing side
  fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-dasharray stroke-dashoffset vector-effect paint-order opacity color color-interpolation color-interpolation-filters
  display visibility overflow clip clip-path clip-rule mask mask-type filter mix-blend-mode isolation
  marker-start marker-mid marker-end shape-rendering text-rendering image-rendering color-rendering
  font font-family font-size font-size-adjust font-stretch font-style font-variant font-weight
  text-anchor text-decoration letter-spacing word-spacing writing-mode direction unicode-bidi
  dominant-baseline alignment-baseline baseline-shift glyph-orientation-vertical glyph-orientation-horizontal
  gradientUnits gradientTransform spreadMethod offset stop-color stop-opacity
  patternUnits patternContentUnits patternTransform clipPathUnits maskUnits maskContentUnits
  markerUnits markerWidth markerHeight refX refY orient filterUnits primitiveUnits
  in in2 result mode type values tableValues slope intercept amplitude exponent operator k1 k2 k3 k4 order kernelMatrix
  divisor bias targetX targetY edgeMode kernelUnitLength preserveAlpha surfaceScale diffuseConstant specularConstant
  specularExponent limitingConeAngle azimuth elevation z pointsAtX pointsAtY pointsAtZ scale xChannelSelector
  yChannelSelector flood-color flood-opacity stdDeviation radius baseFrequency numOctaves seed stitchTiles lighting-color
  systemLanguage requiredExtensions role aria-label aria-labelledby aria-describedby aria-hidden focusable tabindex
  enable-background data-name media
`)

/** Matches embedded raster images. Embedded SVG is not allowed, because it could contain scripts. */
const pictureUrl = /^data:image\/(?:png|jpe?g|gif|webp|avif);base64,[A-Za-z0-9+/=\s]*$/
const ownPart = /^#[^\s"'()<>\\]+$/

/** True for a reference to a part of the drawing, and for a raster image embedded in an `image` element. */
export const allowedReference = (element: string, value: string): boolean =>
  ownPart.test(value.trim()) || (element === 'image' && pictureUrl.test(value.trim()))

/**
 * True for styles that load nothing: every url() points to a part of the drawing, and there is no @import,
 * script or escape. Checks the style with and without its comments, because comment characters inside a
 * string are text.
 */
export const allowedStyle = (value: string): boolean =>
  fetchesNothing(value) && (!value.includes('/*') || fetchesNothing(withoutComments(value)))

const fetching =
  /[\\<]|@import|@font-face|@namespace|expression\s*\(|javascript:|behaviou?r\s*:|-moz-binding|image-set\s*\(|image\s*\(|src\s*\(/i

function fetchesNothing(text: string): boolean {
  if (fetching.test(text)) return false
  const urlStart = /url\s*\(/gi
  while (urlStart.test(text)) if (!ownPart.test(urlAt(text, urlStart.lastIndex))) return false
  return true
}

const bracket = /[()]/g

/**
 * The address inside `url(…)`, without quotes. Empty if a second parenthesis opens or the first one is not
 * closed.
 */
function urlAt(text: string, start: number): string {
  bracket.lastIndex = start
  const end = bracket.exec(text)
  if (end?.[0] !== ')') return ''
  const address = text.slice(start, end.index).trim()
  return /^(?:"[^"]*"|'[^']*')$/.test(address) ? address.slice(1, -1) : address
}

/** Uses a loop, because a regular expression takes quadratic time for unclosed comments. */
function withoutComments(text: string): string {
  const parts: string[] = []
  let at = 0
  for (let start = text.indexOf('/*'); start >= 0; start = text.indexOf('/*', at)) {
    const end = text.indexOf('*/', start + 2)
    if (end < 0) break
    parts.push(text.slice(at, start))
    at = end + 2
  }
  return parts.join('') + text.slice(at)
}
