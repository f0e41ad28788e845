import type { Problem } from '../../base/errors.ts'
import type { UserId } from '../../base/ids.ts'
import type { Sha256 } from '../../base/sha256.ts'
import { type AuthoredHead, authoredLimits } from '../../domain/authored-tool.ts'
import type { TenantStore } from '../../ports/store.ts'
import { closureDigest, resolveLibraries } from './closure.ts'

/** The code that a call of a tool would run now. */
export interface AuthoredClosure {
  /** All libraries of the tool, direct or not, by name. */
  readonly libraries: readonly AuthoredHead[]
  readonly digest: string
  /** A person has approved this digest. */
  readonly approved: boolean
}

/** The authored tools and libraries of one person and their dependencies, as stored now. */
export interface AuthoredToolRegistry {
  /** Tools and libraries that are not deleted, without their code, by name. */
  readonly heads: readonly AuthoredHead[]
  /** The tool's closure, or why the tool cannot run. */
  closureOf(tool: AuthoredHead): AuthoredClosure | Problem
  /** Names of the tools and libraries that require a library directly. */
  dependentsOf(library: AuthoredHead): readonly string[]
}

export function isClosure(found: AuthoredClosure | Problem): found is AuthoredClosure {
  return 'libraries' in found
}

export async function loadAuthoredToolRegistry(
  { store, sha256 }: { readonly store: Pick<TenantStore, 'authored'>; readonly sha256: Sha256 },
  owner: UserId,
): Promise<AuthoredToolRegistry> {
  const [heads, grants] = await Promise.all([
    listAuthoredHeads(store, owner),
    store.authored.grants(owner),
  ])
  const libraryIndex = librariesByName(heads)
  const granted = new Set(grants.map(({ toolId, digest }) => `${toolId} ${digest}`))
  return {
    heads,
    closureOf: (tool) => {
      const libraries = resolveLibraries({ ...tool, requires: tool.head.requires }, libraryIndex)
      if ('code' in libraries) return libraries
      const digest = closureDigest(tool, libraries, sha256)
      return { libraries, digest, approved: granted.has(`${tool.id} ${digest}`) }
    },
    dependentsOf: ({ kind, name }) =>
      kind === 'tool'
        ? []
        : heads.filter(({ head }) => head.requires.includes(name)).map((user) => user.name),
  }
}

/** A person's tools and libraries, without their code, by name. */
export async function listAuthoredHeads(
  { authored }: Pick<TenantStore, 'authored'>,
  owner: UserId,
): Promise<readonly AuthoredHead[]> {
  const { items } = await authored.list({ owner }, { limit: 2 * authoredLimits.perPerson })
  return items
}

export function librariesByName(heads: readonly AuthoredHead[]): ReadonlyMap<string, AuthoredHead> {
  const libraries = heads.filter(({ kind }) => kind === 'library')
  return new Map(libraries.map((library) => [library.name, library]))
}
