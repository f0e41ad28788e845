const whole = new Intl.NumberFormat('en-US')

/** `2134` → `2,134`. The product's pill is written this way in every locale. */
export function formatCount(value: number): string {
  return whole.format(value)
}

/** `1 skill`, `2 skills`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** Share of a whole in percent, rounded up so that something is never shown as nothing. */
export function percentOf(part: number, whole: number): number {
  if (whole <= 0) return part > 0 ? 100 : 0
  return Math.ceil((part / whole) * 100)
}

const smallCost = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2 })
const largeCost = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})

/** `0.0123` → `0.012`, `12.3` → `12.30`. Without a sign: a provider bills in the currency it likes. */
export function formatCost(cost: number): string {
  return (cost > 0 && cost < 1 ? smallCost : largeCost).format(cost)
}

/** Bytes in the unit a person would choose. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KB`
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
