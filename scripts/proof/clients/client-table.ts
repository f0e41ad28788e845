/** What a client was seen to do; where a mark is missing it has no such thing, or it was not tried. */
export type ClientStep = (typeof steps)[number]

const steps = ['found', 'installed', 'updated', 'approved', 'revoked'] as const

export interface ClientRow {
  readonly client: string
  readonly did: readonly ClientStep[]
}

/** Client × what it was seen to do, as text. */
export function clientTable(rows: readonly ClientRow[]): string {
  const width = Math.max(...rows.map(({ client }) => client.length))
  const line = (first: string, cells: readonly string[]) =>
    [first.padEnd(width), ...cells.map((cell, at) => cell.padEnd(steps[at]?.length ?? 0))]
      .join('  ')
      .trimEnd()
  const marks = (did: readonly ClientStep[]) =>
    steps.map((step) => (did.includes(step) ? 'yes' : '–'))
  return [line('client', steps), ...rows.map(({ client, did }) => line(client, marks(did)))].join(
    '\n',
  )
}
