import { toJson } from './json.ts'

type ColumnName<Field extends string> = Field extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${ColumnName<Rest>}`
  : ''

type Stored<Value> = Value extends string | number | null | undefined
  ? Value
  : Value extends boolean
    ? number
    : string

export type ColumnsOf<Fields> = {
  -readonly [Field in keyof Fields as ColumnName<Field & string>]: Stored<Fields[Field]>
}

/** Every field in the column of its name: `createdAt` in `created_at`, a boolean as 0 or 1, an object as JSON. */
export function columnsOf<Fields extends object>(fields: Fields): ColumnsOf<Fields> {
  const columns = Object.entries(fields).map(([name, value]) => [columnName(name), stored(value)])
  return Object.fromEntries(columns) as ColumnsOf<Fields>
}

function columnName(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function stored(value: unknown): unknown {
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'object' && value !== null ? toJson(value) : value
}
