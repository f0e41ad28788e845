import type { Day } from './day-series.ts'
import type { Measure } from './measures.ts'
import { ScrolledTable } from './scrolled-table.tsx'

interface DayTableProps {
  readonly measure: Measure
  readonly days: readonly Day[]
}

/** The same as the chart, newest first, for who reads rather than looks. */
export function DayTable({ measure, days }: DayTableProps) {
  return (
    <ScrolledTable label={`${measure.label} per day`}>
      <thead>
        <tr>
          <th scope="col">Day (UTC)</th>
          {measure.columns.map(({ label }) => (
            <th key={label} scope="col" className="text-right">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ day, numbers }) => (
          <tr key={day}>
            <th scope="row" className="font-normal">
              {day}
            </th>
            {numbers === null ? (
              <td colSpan={measure.columns.length} className="text-right text-ink-3">
                nothing
              </td>
            ) : (
              measure.columns.map(({ label, text }) => (
                <td key={label} className="text-right">
                  {text(numbers)}
                </td>
              ))
            )}
          </tr>
        ))}
      </tbody>
    </ScrolledTable>
  )
}
