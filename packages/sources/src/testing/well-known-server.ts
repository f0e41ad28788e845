import type { OpenedSource, SourceItem } from '@repertoire/core/ports'
import { createWellKnownReader } from '../well-known/well-known-source.ts'
import { collect, type LoopbackServer, loopbackFetch } from './loopback-server.ts'
import { digestOfBytes, skillMdOf } from './skill-archives.ts'

export const schema = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json'
export const place = '/.well-known/agent-skills'
export const olderPlace = '/.well-known/skills'

interface OpenOptions {
  readonly path?: string
  readonly knownVersion?: string | null
  readonly token?: string | null
  readonly allowedOrigins?: readonly string[]
}

/** What a server publishes below `/.well-known`, and how it is read. */
export function createWellKnown({ served, url }: LoopbackServer) {
  const open = ({
    path = '',
    knownVersion = null,
    token = null,
    allowedOrigins = [],
  }: OpenOptions = {}) =>
    createWellKnownReader({ fetch: loopbackFetch, allowedOrigins }).open({
      config: { kind: 'well-known', url: `${url}${path}` },
      ...{ token, knownVersion },
      signal: new AbortController().signal,
    })

  async function changed(
    options?: OpenOptions,
  ): Promise<Extract<OpenedSource, { status: 'changed' }>> {
    const opened = await open(options)
    if (opened.status === 'unchanged') throw new Error('it is unchanged')
    return opened
  }

  async function readAll(options?: OpenOptions): Promise<SourceItem[]> {
    const source = await changed(options)
    return collect(source.read(source.entries.map(({ id }) => id)))
  }

  const single = (name: string, text = skillMdOf(name)) => {
    served.set(`${place}/${name}/SKILL.md`, text)
    const digest = digestOfBytes(text)
    return { name, type: 'skill-md', description: 'One file.', url: `${name}/SKILL.md`, digest }
  }
  const publish = (...skills: unknown[]) =>
    served.set(`${place}/index.json`, { $schema: schema, skills })

  return { open, changed, readAll, single, publish }
}
