interface SparklineProps {
  /** One for each day; null leaves a gap. */
  readonly values: readonly (number | null)[]
  /** What a reader who does not see it is told; without it, the same stands beside it as text. */
  readonly label?: string
}

const height = 28
const width = 120

/** A day is a bar. What is small beside the others is still seen. */
export function Sparkline({ values, label }: SparklineProps) {
  const most = Math.max(...values.map((value) => value ?? 0), 0)
  const step = width / Math.max(values.length, 1)
  return (
    <>
      {label && <span className="sr-only">{label}</span>}
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className="block h-7 w-full fill-accent/50"
      >
        <rect x={0} y={height - 1} width={width} height={1} className="fill-track" />
        {values.map((value, index) => {
          if (value === null || value <= 0 || most === 0) return null
          const tall = Math.max(2, (value / most) * height)
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its day
              key={index}
              x={index * step + step * 0.1}
              width={step * 0.8}
              y={height - tall}
              height={tall}
            />
          )
        })}
      </svg>
    </>
  )
}
