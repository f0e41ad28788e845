import type { CollectionBody, CollectionCreate } from '@repertoire/protocol'
import type { TestServer } from './test-server.ts'

export interface TestCollection {
  readonly id: string
  readonly token: string
}

/** Makes a collection of every skill, unless the draft says otherwise, with a token. */
export async function addCollection(
  server: TestServer,
  draft: Partial<CollectionCreate> & { readonly slug: string },
  key: string = server.ownerKey,
): Promise<TestCollection> {
  const path = '/api/v1/collections'
  const body = { selection: { kind: 'all' }, ...draft }
  const { id } = (await server.call<CollectionBody>(path, { body, key })).body
  const made = { method: 'POST', key }
  const { token } = (await server.call<{ token: string }>(`${path}/${id}/token`, made)).body
  return { id, token }
}
