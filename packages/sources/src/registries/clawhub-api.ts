import { hostOf } from '../http/request-bytes.ts'
import { discovery } from './clawhub-answers.ts'
import type { RegistryId } from './registry-id.ts'
import { type RegistryConnection, requestJson } from './request-json.ts'

/** The connection to the API of a ClawHub, which its discovery file may put at another address. */
export type FindApi = (signal: AbortSignal) => Promise<RegistryConnection>

/** Looks for the API until it is found, then keeps it. A token stays on the origin it was given for. */
export function findApiBase(connection: RegistryConnection): FindApi {
  let found: RegistryConnection | undefined
  return async (signal) => {
    found ??= await findApi(connection, signal)
    return found
  }
}

async function findApi(
  connection: RegistryConnection,
  signal: AbortSignal,
): Promise<RegistryConnection> {
  const request = { path: '/.well-known/clawhub.json', schema: discovery, signal }
  const answer = await requestJson(connection, request)
  const baseUrl = (answer?.apiBase ?? connection.baseUrl).replace(/\/+$/, '')
  const isSame = hostOf(baseUrl) === hostOf(connection.baseUrl)
  const isAsSafe = !connection.baseUrl.startsWith('https:') || baseUrl.startsWith('https:')
  return { ...connection, baseUrl, token: isSame && isAsSafe ? connection.token : null }
}

/** A path of the API about one skill. */
export function skillPath({ source, slug }: RegistryId, rest = ''): string {
  const owner = source === null ? '' : `?${new URLSearchParams({ ownerHandle: source })}`
  return `/api/v1/skills/${encodeURIComponent(slug)}${rest}${owner}`
}

/** A path of the API with a query about one skill. */
export function queryPath(
  name: string,
  { source, slug }: RegistryId,
  query: Readonly<Record<string, string>>,
): string {
  const owner = source === null ? {} : { ownerHandle: source }
  return `/api/v1/${name}?${new URLSearchParams({ slug, ...query, ...owner })}`
}
