interface Statement {
  readonly sqlite: string
  readonly postgres: string
}

interface TableCopy {
  /** Lists the columns of the table. */
  readonly columns: Statement
  readonly copy: (columns: readonly string[]) => Statement
}

/** The columns of a copy that differ from the row it is a copy of; `n` is its number. */
const changed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  conversations: {
    id: "'cnv_copy_' || n",
    title: "'Conversation ' || n",
    created_at: 'created_at - n * 1000',
  },
  runs: {
    id: "'run_copy_' || n",
    conversation_id: "'cnv_copy_' || n",
    trace_id: "'trace_copy_' || n",
    started_at: 'started_at - n * 1000',
  },
  audit: { id: "'aud_copy_' || n", at: 'at - n * 1000', seq: '0' },
}

/** Statements that copy the newest row of each table, so many times. */
export function copiesOf(count: number): readonly TableCopy[] {
  return Object.entries(changed).map(([table, values]) => ({
    columns: {
      sqlite: `select name from pragma_table_info('${table}')`,
      postgres: `select column_name from information_schema.columns where table_name = '${table}' order by ordinal_position`,
    },
    copy: (columns) => {
      const selected = columns.map((name) => values[name] ?? name).join(', ')
      const time = Object.keys(values).find((name) => name.endsWith('at'))
      const rows = `select ${selected} from numbers, (select * from ${table} order by ${time} desc limit 1) as original`
      const insert = `insert into ${table} (${columns.join(', ')})`
      const counting = `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})`
      return {
        sqlite: `${insert} ${counting} ${rows}`,
        postgres: `${insert} with numbers (n) as (select generate_series(1, ${count})) ${rows}`,
      }
    },
  }))
}
