import type { SkillId } from '../../base/ids.ts'
import type { JsonValue } from '../../base/json.ts'
import type { UntrustedContent } from '../../domain/untrusted-content.ts'
import type { ConnectorHub } from '../../ports/connectors.ts'
import type { ScriptRunner } from '../../ports/scripts.ts'
import type { SkillRegistryClient } from '../../ports/skill-registry-client.ts'
import type { WebReader } from '../../ports/web-reader.ts'
import type { ToolServices, ToolSkills, ToolStore } from './tool.ts'
import { areWrittenHere } from './untrusted-input.ts'

/** What one tool call was given by its services, so that its result carries the provenance of its bytes. */
export interface ContentReads {
  readonly contents: Set<UntrustedContent>
  /** Names of files that it was given, of those that the agent did not write itself. */
  readonly fileNames: Set<string>
}

export function newContentReads(): ContentReads {
  return { contents: new Set(), fileNames: new Set() }
}

type Reading = Pick<
  ToolServices,
  'store' | 'skills' | 'viewer' | 'web' | 'connectors' | 'registry' | 'scripts'
>

/**
 * The same services, which note in `reads` what they give. A read is noted before it is made: the error of a
 * third party may carry its words, too. `ownFiles`: paths that the agent itself wrote.
 */
export function noteReads<Services extends Reading>(
  services: Services,
  reads: ContentReads,
  ownFiles: ReadonlySet<string>,
): Services {
  const skills = notingSkills(services, reads)
  return {
    ...services,
    skills,
    store: notingStore({ ...services.store, skills }, reads, ownFiles),
    web: services.web && notingWeb(services.web, reads),
    connectors: services.connectors && notingConnectors(services.connectors, reads),
    registry: services.registry && notingRegistry(services.registry, reads),
    scripts: services.scripts && notingScripts(services.scripts, reads),
  }
}

function notingSkills({ skills, ...reading }: Reading, { contents }: ContentReads): ToolSkills {
  const known = new Map<SkillId, Promise<boolean>>()
  const note = async (id: SkillId) => {
    const writtenHere = known.get(id) ?? areWrittenHere(reading, [id])
    known.set(id, writtenHere)
    if (!(await writtenHere)) contents.add('skill-text')
  }
  return {
    ...skills,
    content: async (viewer, id, digest) => {
      await note(id)
      return skills.content(viewer, id, digest)
    },
    file: async (viewer, id, digest, path) => {
      await note(id)
      return skills.file(viewer, id, digest, path)
    },
  }
}

function notingStore(
  store: ToolStore,
  { contents, fileNames }: ContentReads,
  ownFiles: ReadonlySet<string>,
): ToolStore {
  const { workspace } = store
  return {
    ...store,
    workspace: {
      ...workspace,
      list: async (...folder) => {
        const files = await workspace.list(...folder)
        for (const { path } of files) if (!ownFiles.has(path)) addNames(path, fileNames)
        return files
      },
      read: (...file) => {
        contents.add('file')
        return workspace.read(...file)
      },
    },
  }
}

function addNames(path: string, names: Set<string>): void {
  for (const name of path.split('/')) names.add(name)
}

function notingWeb(web: WebReader, { contents }: ContentReads): WebReader {
  return {
    read: (...page) => {
      contents.add('web-page')
      return web.read(...page)
    },
  }
}

/** The list is the operator's own configuration. */
function notingConnectors(hub: ConnectorHub, { contents }: ContentReads): ConnectorHub {
  return {
    list: (principal) => hub.list(principal),
    tools: (...server) => {
      contents.add('connector')
      return hub.tools(...server)
    },
    call: (...request) => {
      contents.add('connector')
      return hub.call(...request)
    },
  }
}

function notingRegistry(
  finder: SkillRegistryClient,
  { contents }: ContentReads,
): SkillRegistryClient {
  return {
    search: (query) => {
      contents.add('registry')
      return finder.search(query)
    },
    fetch: (...skill) => {
      contents.add('registry')
      return finder.fetch(...skill)
    },
  }
}

function notingScripts(scripts: ScriptRunner, { contents }: ContentReads): ScriptRunner {
  return {
    runtimes: () => scripts.runtimes(),
    unapprovedPackages: (request) => scripts.unapprovedPackages(request),
    run: (request) => {
      contents.add('program-output')
      return scripts.run(request)
    },
  }
}

/** The characters by which a name is recognised: results shorten long ones. */
const comparedLength = 30
/** Characters that are looked through, for all names together. */
const maxLookedThrough = 50_000_000

/**
 * Whether the outcome of a call names one of the files, apart from names that the call itself gave. Where that is more
 * to look through than a server can in a moment, it counts as naming one. Pure.
 */
export function namesFile(
  names: ReadonlySet<string>,
  { input, outcome }: { readonly input: JsonValue; readonly outcome: JsonValue },
): boolean {
  const given = new Set(textsIn(input).flatMap((text) => text.split('/')))
  const reported = unquoted(JSON.stringify(outcome))
  const others = [...names].filter((name) => !given.has(name)).map(unquoted)
  const starts = new Set(others.map((name) => name.slice(0, comparedLength)))
  starts.delete('')
  if (starts.size * reported.length > maxLookedThrough) return true
  return [...starts].some((start) =>
    isNamedIn(reported, { start, isWhole: others.includes(start) }),
  )
}

function textsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value]
  return value === null || typeof value !== 'object' ? [] : Object.values(value).flatMap(textsIn)
}

/**
 * Whether the name stands there by itself, not as a part of a word: names may have one letter. After a hit within a word,
 * what is left of the word has no other.
 */
function isNamedIn(
  text: string,
  { start, isWhole }: { readonly start: string; readonly isWhole: boolean },
): boolean {
  for (let at = text.indexOf(start); at !== -1; at = text.indexOf(start, wordEnd(text, at))) {
    const goesOn = isWhole && isInWord(text, at + start.length)
    if (!goesOn && !isInWord(text, at)) return true
  }
  return false
}

/** Whether a word goes on over this place. */
function isInWord(text: string, at: number): boolean {
  return isLetter(text, at - 1) && isLetter(text, at)
}

/** The end of the word in which a place is; the place behind it where it is in none. */
function wordEnd(text: string, at: number): number {
  let end = at + 1
  while (isInWord(text, end)) end += 1
  return end
}

function isLetter(text: string, at: number): boolean {
  return /[\p{L}\p{N}]/u.test(text.charAt(at))
}

/** Without quotes and escapes: a message may quote a name that is quoted again. */
function unquoted(text: string): string {
  return text.replace(/[\\"]/g, '')
}
