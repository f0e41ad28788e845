const entries = [
  ['Model', 'bg-accent'],
  ['Tool', 'bg-[var(--data-2)]'],
  ['Script', 'bg-[var(--data-3)]'],
  [
    'Waiting',
    'border border-line-strong bg-[repeating-linear-gradient(135deg,var(--line-strong)_0_1px,transparent_1px_4px)]',
  ],
] as const

/** What the bars mean, for who sees them; each row says it in words. */
export function WaterfallLegend() {
  return (
    <p aria-hidden="true" className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
      {entries.map(([label, look]) => (
        <span key={label} className="inline-flex items-center gap-1.5">
          <span className={`size-2.5 rounded-sm ${look}`} />
          {label}
        </span>
      ))}
    </p>
  )
}
