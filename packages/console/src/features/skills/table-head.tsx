import { ArrowDown, ArrowUp } from 'lucide-react'
import type { SkillFilters } from '../../shared/api/queries.ts'
import { classNames } from '../../shared/design/class-names.ts'
import { type Column, columnsOf, nextSort, type TableShape } from './table-columns.ts'

interface TableHeadProps {
  readonly shape: TableShape
  readonly filters: SkillFilters
  readonly allSelected: boolean
  readonly gathering: boolean
  readonly onSelectAll: (on: boolean) => void
  readonly onSort: (sort: ReturnType<typeof nextSort>) => void
}

/** Pixels. */
export function headHeight({ phone, selectable }: TableShape): number {
  if (phone) return selectable ? 36 : 0
  return 32
}

/** The headings, which order the list; a search has an order of its own. */
export function TableHead(props: TableHeadProps) {
  const { shape, filters } = props
  if (shape.phone) return <SelectLine {...props} />
  return (
    <tr aria-rowindex={1} className="h-8 text-xs text-ink-3">
      {shape.selectable && (
        <th scope="col" className={headCell}>
          <SelectAll {...props} />
        </th>
      )}
      {columnsOf(shape).map((column) => (
        <Heading key={column.title} column={column} filters={filters} onSort={props.onSort} />
      ))}
      <th scope="col" className={headCell}>
        <span className="sr-only">More</span>
      </th>
    </tr>
  )
}

const headCell =
  'sticky top-0 z-10 bg-canvas px-1.5 text-left align-middle font-medium shadow-[inset_0_-1px_var(--line)]'

function SelectLine(props: TableHeadProps) {
  if (!props.shape.selectable) return null
  return (
    <tr aria-rowindex={1} className="h-9 border-b border-line text-xs text-ink-3">
      <th scope="col" className="px-1.5 text-left align-middle">
        <SelectAll {...props} />
      </th>
      <th scope="col" colSpan={2} className="px-1.5 text-left font-normal">
        Select all
      </th>
    </tr>
  )
}

function SelectAll({ allSelected, gathering, onSelectAll }: TableHeadProps) {
  return (
    <input
      type="checkbox"
      aria-label="Select all that match"
      className="block size-4 accent-accent"
      checked={allSelected}
      disabled={gathering}
      onChange={(event) => onSelectAll(event.target.checked)}
    />
  )
}

interface HeadingProps extends Pick<TableHeadProps, 'filters' | 'onSort'> {
  readonly column: Column
}

function Heading({ column, filters, onSort }: HeadingProps) {
  const { title, sort, numbers } = column
  const isOn = filters.q === undefined && (filters.sort ?? 'slug') === sort
  const descending = filters.order === 'desc'
  const Arrow = descending ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      {...(isOn && { 'aria-sort': descending ? 'descending' : 'ascending' })}
      className={classNames(headCell, numbers && 'text-right')}
    >
      {sort && filters.q === undefined ? (
        <button
          type="button"
          onClick={() => onSort(nextSort(filters, sort))}
          className={classNames(
            'inline-flex h-6 items-center gap-1 whitespace-nowrap font-medium hover:text-ink',
            isOn && 'text-ink',
          )}
        >
          {title}
          {isOn && <Arrow size={13} aria-hidden="true" />}
        </button>
      ) : (
        title
      )}
    </th>
  )
}
