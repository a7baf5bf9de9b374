import type { SVGProps } from 'react'

interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'stroke' | 'ref'> {
  /** Pixels. */
  readonly size?: number | string
  /** Line width on the 24 by 24 grid. */
  readonly stroke?: number | string
}

/** An outline icon with paths on a 24 by 24 grid. */
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
