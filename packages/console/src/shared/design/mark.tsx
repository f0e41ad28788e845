/** The product's mark: a set list with one line chosen. */
export function Mark({ size = 20 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className="text-accent">
      <g fill="currentColor">
        <rect x="4" y="5.5" width="24" height="5" rx="2.5" opacity=".38" />
        <rect x="4" y="13.5" width="24" height="5" rx="2.5" />
        <rect x="4" y="21.5" width="14" height="5" rx="2.5" opacity=".38" />
      </g>
    </svg>
  )
}
