import type { SkillFilters } from '../../shared/api/queries.ts'

/** What the table has room for, and may show. */
export interface TableShape {
  /** Two lines for each skill instead of columns. */
  readonly phone: boolean
  readonly selectable: boolean
  readonly uses: boolean
  readonly changed: boolean
}

export interface Column {
  readonly title: string
  /** The widest takes what is left. */
  readonly width?: string
  /** What a press on its heading orders by. */
  readonly sort?: NonNullable<SkillFilters['sort']> | 'slug'
  readonly numbers?: true
}

/** The columns between the box for selecting and the menu, in their order. */
export function columnsOf({ uses, changed }: TableShape): readonly Column[] {
  return [
    { title: 'Name', sort: 'slug' },
    { title: 'From', width: '124px' },
    { title: 'Cost', width: '124px', sort: 'cost', numbers: true },
    ...(uses ? [{ title: 'Used 30 d', width: '88px', sort: 'used', numbers: true } as const] : []),
    ...(changed ? [{ title: 'Changed', width: '88px', sort: 'changed' } as const] : []),
    { title: 'State', width: '116px' },
  ]
}

/** Of every column; undefined takes what is left. */
export function widthsOf(shape: TableShape): readonly (string | undefined)[] {
  const widths = shape.phone ? [undefined] : columnsOf(shape).map(({ width }) => width)
  return [...(shape.selectable ? ['32px'] : []), ...widths, '40px']
}

/** What a press on a heading asks for: numbers and dates begin with the largest, names with a. Pure. */
export function nextSort(
  { sort, order }: Pick<SkillFilters, 'sort' | 'order'>,
  pressed: NonNullable<Column['sort']>,
): { readonly sort: SkillFilters['sort']; readonly order: SkillFilters['order'] } {
  const by = pressed === 'slug' ? undefined : pressed
  const descending: boolean = (sort ?? 'slug') === pressed ? order !== 'desc' : pressed !== 'slug'
  return { sort: by, order: descending ? 'desc' : undefined }
}
