import { useNavigate } from '@tanstack/react-router'
import { ArrowDown } from 'lucide-react'
import { tracesSearch } from '../../shared/api/search-params.ts'
import { classNames } from '../../shared/design/class-names.ts'
import type { TraceFilters } from './trace-queries.ts'

interface OrderHeadingProps {
  readonly label: string
  /** Without one: the newest first. */
  readonly order?: TraceFilters['order']
  readonly filters: TraceFilters
}

/** The heading of a column, which brings the turns first that took most of it. */
export function OrderHeading({ label, order, filters }: OrderHeadingProps) {
  const navigate = useNavigate()
  const isOn = filters.order === order
  return (
    <th
      scope="col"
      {...(isOn && { 'aria-sort': 'descending' })}
      className={order === undefined ? undefined : 'text-right'}
    >
      <button
        type="button"
        onClick={() => {
          const search = tracesSearch({ ...filters, order })
          void navigate({ to: '/traces', search, replace: true })
        }}
        className={classNames(
          'inline-flex h-6 items-center gap-1 whitespace-nowrap font-medium hover:text-ink',
          isOn && 'text-ink',
        )}
      >
        {label}
        {isOn && <ArrowDown size={13} aria-hidden="true" />}
      </button>
    </th>
  )
}
