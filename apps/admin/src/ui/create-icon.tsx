import type { SVGProps } from 'react'

interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'stroke' | 'ref'> {
  /** Pixels. */
  readonly size?: number | string
  /** Width of the lines on the grid of 24 by 24. */
  readonly stroke?: number | string
}

/** An outline icon, its paths drawn on a grid of 24 by 24. */
export function createIcon(...paths: readonly string[]) {
  return ({ size = 24, stroke = 2, ...rest }: IconProps) => (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...rest}
    >
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  )
}
