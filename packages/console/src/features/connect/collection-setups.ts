import type { CollectionBody, CollectionCreate } from '@repertoire/protocol'
import { plural } from '../../shared/design/numbers.ts'

/** How one client takes a collection by its address. */
export interface CollectionSetup {
  readonly client: string
  readonly text: string
}

/** Stands where a token would. */
export const tokenPlaceholder = 'TOKEN'

/** The lines for the clients that read skills from Git or from an index. Pure. */
export function collectionSetups(
  { origin, token }: { readonly origin: string; readonly token: string },
  { slug, promoted_at }: Pick<CollectionBody, 'slug' | 'promoted_at'>,
): readonly CollectionSetup[] {
  const repository = `${origin}/git/${token}/${slug}.git`
  const index = `${origin}/s/${token}/${slug}`
  const newest = `git clone ${origin}/git/${token}/${slug}.canary.git`
  return [
    { client: 'Claude Code', text: `claude plugin marketplace add ${repository}` },
    {
      client: 'Codex',
      text: `codex plugin marketplace add ${repository} && codex plugin add ${slug}@${slug}`,
    },
    { client: 'Gemini CLI', text: `gemini skills install ${repository} --path skills/NAME` },
    {
      client: 'OpenCode',
      text: JSON.stringify({ skills: { urls: [`${index}/.well-known/skills/`] } }),
    },
    { client: 'npx skills', text: `npx skills add ${repository}` },
    { client: 'Git', text: `git clone ${repository}` },
    { client: 'Clients of a well-known index', text: index },
    ...(promoted_at === null ? [] : [{ client: 'Git, newest revisions (canary)', text: newest }]),
  ]
}

/** Which skills a collection has, in words. Pure. */
export function selectionInWords(selection: CollectionBody['selection']): string {
  switch (selection.kind) {
    case 'all':
      return 'all enabled skills'
    case 'tags':
      return `skills tagged ${selection.tags.join(', ')}`
    case 'query':
      return `skills found by “${selection.query}”`
    case 'names':
      return `${plural(selection.names.length, 'skill')} by name`
  }
}

/** What a selection's form has in its field. Pure. */
export function selectionText(selection: CollectionBody['selection']): string {
  if (selection.kind === 'query') return selection.query
  if (selection.kind === 'all') return ''
  return (selection.kind === 'tags' ? selection.tags : selection.names).join(', ')
}

/** The names of a selection by name of which nothing is given out. Pure. */
export function unknownNames(
  selection: CollectionBody['selection'],
  given: readonly { readonly name: string }[],
): readonly string[] {
  if (selection.kind !== 'names') return []
  const known = new Set(given.map(({ name }) => name))
  return selection.names.filter((name) => !known.has(name))
}

export type SelectionKind = 'all' | 'tags' | 'query' | 'names'

/** The selection of a form; null where its text says nothing. Pure. */
export function selectionOf(
  kind: SelectionKind,
  text: string,
): CollectionCreate['selection'] | null {
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  if (kind === 'all') return { kind }
  if (words.length === 0) return null
  if (kind === 'tags') return { kind, tags: words }
  return kind === 'names' ? { kind, names: words } : { kind, query: text.trim() }
}
