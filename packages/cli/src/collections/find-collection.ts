import { notFound } from '../command/not-found.ts'
import type { Server } from '../connection/api.ts'

export async function findCollection({ client, send }: Server, name: string) {
  const { items } = await send(client.collections.list())
  const found = items.find(({ slug }) => slug === name)
  if (found) return found
  throw notFound('collection', name, 'See `repertoire collections`.')
}
