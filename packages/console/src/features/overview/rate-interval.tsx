import type { RateBody } from '@repertoire/protocol'
import { formatShare, rateText } from './measures.ts'

/** A share with its interval, drawn and in words; with too few to say, only that. */
export function RateInterval({ rate }: { readonly rate: RateBody }) {
  const { rate: value, low, high, too_few: tooFew } = rate
  if (tooFew || value === null || low === null || high === null) {
    return <span className="text-ink-3">{rateText(rate)}</span>
  }
  const at = (part: number) => 4 + part * 112
  return (
    <span className="flex items-center gap-3 whitespace-nowrap tabular-nums">
      <svg width={120} height={12} aria-hidden="true" className="shrink-0 max-sm:hidden">
        <line x1={4} x2={116} y1={6} y2={6} className="stroke-line-2" />
        <line x1={at(low)} x2={at(high)} y1={6} y2={6} strokeWidth={2} className="stroke-accent" />
        <circle cx={at(value)} cy={6} r={3.5} className="fill-accent" />
      </svg>
      <span>
        {formatShare(value)} <span className="text-ink-3">{rateText(rate)}</span>
      </span>
    </span>
  )
}
