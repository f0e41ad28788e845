import { truncate } from '@repertoire/skill-md'
import type { SourceConfig } from '../../domain/skill-source.ts'

const maxNameLength = 200

/**
 * Names for a source that nobody named, the shortest first: its repository, or its host and the last part of its path,
 * then its whole address. Pure.
 */
export function sourceNames(config: SourceConfig): readonly string[] {
  if (config.kind === 'samples') return ['Samples']
  if (config.kind === 'github') {
    const { repo, path, ref } = config
    return [repo, `${repo}${ref === null ? '' : `@${ref}`}${path === '' ? '' : `:${path}`}`].map(
      short,
    )
  }
  const url = URL.parse('url' in config ? config.url : config.baseUrl)
  // A wrong address is refused, whatever its name would be.
  if (!url) return ['source']
  const parts = url.pathname.split('/').filter((part) => part !== '')
  const address = [url.host, ...parts].join('/')
  const said = parts.filter((part) => part.toLowerCase() !== 'skill.md').at(-1) ?? parts.at(-1)
  const whole = 'path' in config && config.path !== '' ? `${address}:${config.path}` : address
  return [said === undefined ? url.host : `${url.host} ${said.replace(/\.git$/, '')}`, whole].map(
    short,
  )
}

const short = (text: string): string => truncate(text, maxNameLength)
