interface Statement {
  readonly sqlite: string
  readonly postgres: string
}

interface TableCopy {
  /** Lists the columns of the table. */
  readonly columns: Statement
  readonly copy: (columns: readonly string[]) => Statement
}

/** Of one length, so that the order of the ids is that of the copies. */
const number = '(10000000 + n)'

/** The columns of a copy that differ from the row it is a copy of; `n` is its number. */
const changed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  conversations: {
    id: `'cnv_copy_' || ${number}`,
    title: "'Conversation ' || n",
    created_at: 'created_at - n * 1000',
  },
  runs: {
    id: `'run_copy_' || ${number}`,
    conversation_id: `'cnv_copy_' || ${number}`,
    trace_id: `'trace_copy_' || ${number}`,
    started_at: 'started_at - n * 1000',
  },
  conversation_events: {
    conversation_id: `'cnv_copy_' || ${number}`,
    run_id: `case when run_id is not null then 'run_copy_' || ${number} end`,
    trace_id: `'trace_copy_' || ${number}`,
  },
  usage_positions: { conversation_id: `'cnv_copy_' || ${number}` },
  audit: { id: `'aud_copy_' || ${number}`, at: 'at - n * 1000', seq: '0' },
}

const newestConversation = 'select id from conversations order by created_at desc limit 1'

/** What is copied: the newest row, or what belongs to the newest conversation, which has one turn. */
function originalOf(table: string): string {
  const time = Object.keys(changed[table] ?? {}).find((name) => name.endsWith('at'))
  if (time) return `select * from ${table} order by ${time} desc limit 1`
  return `select * from ${table} where conversation_id = (${newestConversation})`
}

/** Statements that copy so many times. */
export function copiesOf(count: number): readonly TableCopy[] {
  return Object.entries(changed).map(([table, values]) => ({
    columns: {
      sqlite: `select name from pragma_table_info('${table}')`,
      postgres: `select column_name from information_schema.columns where table_name = '${table}' order by ordinal_position`,
    },
    copy: (columns) => {
      const selected = columns.map((name) => values[name] ?? name).join(', ')
      const rows = `select ${selected} from numbers, (${originalOf(table)}) as original`
      const insert = `insert into ${table} (${columns.join(', ')})`
      const counting = `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})`
      return {
        sqlite: `${insert} ${counting} ${rows}`,
        postgres: `${insert} with numbers (n) as (select generate_series(1, ${count})) ${rows}`,
      }
    },
  }))
}
