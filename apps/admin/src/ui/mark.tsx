/** The logo, which shows the compartments of a type case. */
export function Mark({ size = 28 }: { readonly size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill="#17754a" />
      <g fill="#fff">
        <rect x="6" y="6" width="9" height="9" rx="1.5" />
        <rect x="17" y="6" width="9" height="9" rx="1.5" opacity=".55" />
        <rect x="6" y="17" width="9" height="9" rx="1.5" opacity=".55" />
        <rect x="17" y="17" width="9" height="9" rx="1.5" />
      </g>
    </svg>
  )
}
