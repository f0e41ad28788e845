import { filePathFault, isSlug } from '@repertoire/skill-md'

/** What a path below `/.well-known/agent-skills/` or `/.well-known/skills/` asks for. */
export type WellKnownTarget =
  | { readonly kind: 'index' }
  | { readonly kind: 'archive'; readonly name: string }
  /** `SKILL.md` is also the artifact of a skill that has no other file. */
  | { readonly kind: 'file'; readonly name: string; readonly path: string }

/** Reads a decoded path without its leading slash; null for anything that cannot be there. Pure. */
export function wellKnownTarget(path: string): WellKnownTarget | null {
  if (path === 'index.json') return { kind: 'index' }
  const at = path.indexOf('/')
  if (at === -1) {
    const name = path.endsWith('.zip') ? path.slice(0, -'.zip'.length) : ''
    return isSlug(name) ? { kind: 'archive', name } : null
  }
  const [name, file] = [path.slice(0, at), path.slice(at + 1)]
  if (!isSlug(name) || filePathFault(file) !== undefined) return null
  return { kind: 'file', name, path: file }
}
