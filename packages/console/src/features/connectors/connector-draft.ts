import type { ConnectorBody, ConnectorCreate, ConnectorUpdate } from '@repertoire/protocol'
import type { ShownProblem } from '../../shared/api/problem.ts'

/** A header as a person types it. */
export interface HeaderDraft {
  readonly name: string
  /** Empty keeps the value it has. */
  readonly value: string
  /** The server has a value of it. */
  readonly isKept: boolean
}

/** Whether third parties can read what it is sent. */
export type OpenWorld = 'unknown' | 'yes' | 'no'

/** A connector as a person types it. */
export interface ConnectorDraft {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly url: string
  readonly headers: readonly HeaderDraft[]
  readonly openWorld: OpenWorld
}

type DraftField = 'name' | 'url' | 'headers'
export type DraftErrors = Readonly<Partial<Record<DraftField, string>>>

export const emptyHeader: HeaderDraft = { name: '', value: '', isKept: false }

export const newConnectorDraft: ConnectorDraft = {
  ...{ name: '', title: '', description: '', url: '', headers: [], openWorld: 'unknown' },
}

export function draftOfConnector(connector: ConnectorBody): ConnectorDraft {
  const { name, title, description, endpoint, headers, open_world: known } = connector
  return {
    ...{ name, title: title === name ? '' : title, description, url: endpoint ?? '' },
    headers: headers.map((header) => ({ name: header.name, value: '', isKept: true })),
    openWorld: known === null ? 'unknown' : known ? 'yes' : 'no',
  }
}

/** What can be seen without the server; it checks everything again. */
export function draftErrors({ name, url, headers }: ConnectorDraft): DraftErrors {
  const named = namedHeaders(headers)
  const [bare] = named.filter(({ value, isKept }) => value.trim() === '' && !isKept)
  const address = URL.parse(url.trim())
  return {
    ...(!/^[a-z0-9][a-z0-9-]{0,63}$/.test(name.trim()) && {
      name: 'Use a-z, 0-9 and -, such as company-wiki.',
    }),
    ...(!/^https?:$/.test(address?.protocol ?? '') && {
      url: 'Write the whole address, such as https://wiki.example/mcp.',
    }),
    ...(bare && { headers: `Give ${bare.name.trim()} a value.` }),
  }
}

/** At the field that the server means; null when it means none. */
export function errorsOfProblem({ details, message, hint }: ShownProblem): DraftErrors | null {
  const field = details?.field
  if (field !== 'name' && field !== 'url' && field !== 'headers') return null
  return { [field]: hint ? `${message} ${hint}` : message }
}

export function createBody(draft: ConnectorDraft): ConnectorCreate {
  return {
    ...{ ...sharedBody(draft), name: draft.name.trim(), url: draft.url.trim() },
    headers: namedHeaders(draft.headers).map(({ name, value }) => {
      return { name: name.trim(), value: value.trim() }
    }),
  }
}

/** The address only when it changed: the one that is shown may have masked parts. */
export function updateBody(draft: ConnectorDraft, before: ConnectorBody): ConnectorUpdate {
  const url = draft.url.trim()
  return {
    ...sharedBody(draft),
    ...(url !== before.endpoint && { url }),
    headers: namedHeaders(draft.headers).map(({ name, value }) => {
      return { name: name.trim(), value: value.trim() || null }
    }),
  }
}

function sharedBody({ name, title, description, openWorld }: ConnectorDraft) {
  return {
    title: title.trim() || name.trim(),
    description: description.trim(),
    open_world: openWorld === 'unknown' ? null : openWorld === 'yes',
  }
}

function namedHeaders(headers: readonly HeaderDraft[]): readonly HeaderDraft[] {
  return headers.filter(({ name }) => name.trim() !== '')
}
