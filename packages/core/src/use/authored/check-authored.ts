import type { Problem } from '../../base/errors.ts'
import { parseAllowedTools } from '../../domain/allowed-tools.ts'
import { type AuthoredKind, type AuthoredText, authoredLimits } from '../../domain/authored-tool.ts'
import type { CheckInput } from '../../ports/input-check.ts'
import { badAuthored } from './authored-problems.ts'
import { parametersProblem } from './check-parameters.ts'
import { authoredNamePattern, maxNameLength } from './required-libraries.ts'

type Named = { readonly kind: AuthoredKind; readonly name: string }

/** Names that have a meaning in JavaScript or for models. */
const reservedNames: ReadonlySet<string> = new Set([
  ...['constructor', 'prototype', 'then', 'require', 'module', 'exports', 'input', 'skills'],
])

/**
 * Why a tool or library may not have a name: `authored.invalid` for its form, `authored.name-reserved` for
 * the name of a built-in tool, of any toolset, or for an alias in lists of allowed tools. Connectors' tools
 * have two underscores in a row, which no name here has. Pure.
 */
export function nameProblem(
  { kind, name }: Named,
  toolNames: ReadonlySet<string>,
): Problem | undefined {
  if (name.length > maxNameLength || !authoredNamePattern.test(name)) {
    return badAuthored(
      'name',
      `"${name.slice(0, 100)}" is not a valid name for a ${kind}.`,
      `Use lower-case letters, digits and single underscores, beginning with a letter, at most ${maxNameLength}: sum_invoices.`,
    )
  }
  const taken =
    reservedNames.has(name) ||
    (kind === 'tool' && (toolNames.has(name) || !parseAllowedTools([name]).tools.has(name)))
  if (!taken) return undefined
  return {
    code: 'authored.name-reserved',
    kind: 'conflict',
    message: `"${name}" is reserved, so no ${kind} can have this name. Nothing was written.`,
    hint: 'Choose another name, one that says what it does.',
    details: { name },
  }
}

/** Why the text is invalid (`authored.invalid`). A schema is tried out, in bounded time. */
export async function textProblem(
  { kind, description, parameters, code }: AuthoredText & Named,
  checkInput: CheckInput,
): Promise<Problem | undefined> {
  if (description.trim() === '' || description.length > authoredLimits.description) {
    return badAuthored(
      'description',
      `The description must have 1 to ${authoredLimits.description} characters.`,
      'Say in a sentence what it does, and when it is to be used.',
    )
  }
  if (code.trim() === '' || code.length > authoredLimits.code) {
    return badAuthored(
      'code',
      `The code must have 1 to ${authoredLimits.code} characters; it has ${code.length}.`,
      kind === 'tool' ? 'Put parts of it into libraries.' : 'Make several libraries of it.',
    )
  }
  if (kind === 'library' || parameters === null) return undefined
  const problem = parametersProblem(parameters)
  if (problem) return problem
  const tried = await checkInput(parameters, {})
  if (tried.verdict !== 'unusable-schema') return undefined
  return badAuthored(
    'parameters',
    `The schema cannot check inputs: ${tried.why}.`,
    'Make it simpler; a "pattern" must be a valid regular expression.',
  )
}
