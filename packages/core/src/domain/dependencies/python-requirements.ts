import { requirementDenied } from './layer-problems.ts'

/** The dependencies of `requirements.txt`. */
export interface PythonRequirements {
  /** One entry per package, normalised and sorted, so that equal requirements are equal texts. */
  readonly requirements: readonly string[]
}

export const requirementsFile = 'requirements.txt'
const limits = { bytes: 64 * 1024, line: 4_000, requirements: 200 }

const name = '[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?'
const version = String.raw`(?:===|==|~=|!=|<=|>=|<|>)\s*[A-Za-z0-9][A-Za-z0-9.*+!_-]*`
const requirement = new RegExp(
  [
    `^(?<name>${name})`,
    String.raw`\s*(?:\[(?<extras>\s*${name}(?:\s*,\s*${name})*\s*)\])?`,
    String.raw`\s*\(?(?<versions>${version}(?:\s*,\s*${version})*)?\)?`,
    String.raw`\s*(?:;(?<marker>[A-Za-z0-9_.'"<>=!~(), -]+?))?`,
    String.raw`(?<hashes>(?:\s+--hash=sha256:[0-9a-f]{64})*)$`,
  ].join(''),
)

/**
 * Reads the lines as pip does, and accepts only packages by name, version and marker. Null without any.
 * Throws ProblemError `layer.requirement-refused` with the line.
 */
export function readPythonRequirements(text: string): PythonRequirements | null {
  if (text.length > limits.bytes)
    throw requirementDenied(requirementsFile, `It is longer than ${limits.bytes / 1024} KiB.`)
  const requirements = new Set<string>()
  for (const { line, at } of logicalLines(text)) {
    const read = readLine(line)
    if ('why' in read) throw requirementDenied(`${requirementsFile}, line ${at}`, read.why)
    requirements.add(read.requirement)
  }
  if (requirements.size > limits.requirements)
    throw requirementDenied(requirementsFile, `It has more than ${limits.requirements} packages.`)
  return requirements.size === 0 ? null : { requirements: [...requirements].sort() }
}

/** Lines without comments, with continuation lines joined, numbered from 1. */
function* logicalLines(text: string): Generator<{ line: string; at: number }> {
  let open = ''
  let from = 0
  for (const [index, raw] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    const cut = raw.replace(/(^|\s)#.*$/, '')
    if (open === '') from = index + 1
    if (cut.endsWith('\\')) {
      open += `${cut.slice(0, -1)} `
      continue
    }
    const line = normaliseLine(`${open}${cut}`)
    open = ''
    if (line !== '') yield { line, at: from }
  }
  if (normaliseLine(open) !== '') yield { line: normaliseLine(open), at: from }
}

function normaliseLine(line: string): string {
  return line.trim().replace(/\s+/g, ' ')
}

function readLine(line: string): { readonly requirement: string } | { readonly why: string } {
  if (line.length > limits.line)
    return { why: `The line is longer than ${limits.line} characters.` }
  const found = requirement.exec(line)?.groups
  if (!found) return { why: reasonRefused(line) }
  const stripBlanks = (text = ''): string => text.replace(/\s+/g, '')
  const extras = stripBlanks(found.extras)
    .toLowerCase()
    .split(',')
    .filter((one) => one !== '')
  const parts = [
    normalName(found.name ?? ''),
    extras.length === 0 ? '' : `[${extras.sort().join(',')}]`,
    stripBlanks(found.versions).split(',').sort().join(','),
    found.marker === undefined ? '' : `; ${found.marker.trim()}`,
    ...(found.hashes ?? '')
      .split(/\s+/)
      .filter((hash) => hash !== '')
      .sort()
      .map((hash) => ` ${hash}`),
  ]
  return { requirement: parts.join('') }
}

/** Normalises a name as package indexes do (PEP 503). */
export function normalName(text: string): string {
  return text.toLowerCase().replace(/[-_.]+/g, '-')
}

function reasonRefused(line: string): string {
  const shown = JSON.stringify(line.length > 80 ? `${line.slice(0, 80)}…` : line)
  const option = /^--?[A-Za-z][\w-]*/.exec(line)?.[0]
  if (option !== undefined) return `The option ${option} is not supported.`
  if (/\b(git|hg|svn|bzr)\+/i.test(line))
    return `${shown} is a repository, not a package of the index.`
  if (/^[a-z]:[\\/]|^\.{0,2}[\\/]|\bfile:/i.test(line))
    return `${shown} is a path, not a package of the index.`
  if (/:\/\/|\s@\s|@\s*\w+:/.test(line))
    return `${shown} is an address, not a package of the index.`
  if (/\s--?[a-z]/i.test(line)) return `${shown} has an option that is not supported.`
  return `${shown} is not the name of a package with versions.`
}
