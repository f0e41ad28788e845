import { z } from 'zod'
import { ProblemError } from '../../../base/errors.ts'
import type { JsonObject } from '../../../base/json.ts'
import { type EditInput, editFields } from '../../../base/text/edit-text.ts'
import {
  type AuthoredHead,
  type AuthoredKind,
  authoredLimits,
} from '../../../domain/authored-tool.ts'
import { authoredNameNotFound } from '../../authored/authored-problems.ts'
import { findShared, sharedAuthoredTools } from '../../authored/shared-tools.ts'
import {
  createAuthored,
  removeAuthored,
  updateAuthored,
  type WrittenVersion,
} from '../../authored/write-authored.ts'
import { defineTool, type ToolEffect, type ToolServices } from '../../tools/tool.ts'

const {
  code: maxCodeLength,
  description: maxDescriptionLength,
  reason: maxReasonLength,
} = authoredLimits

const anyName = z.string().min(1).max(200)
const newName = anyName.describe(
  'Lower-case letters, digits and single underscores, e.g. sum_invoices.',
)
const description = z.string().max(maxDescriptionLength)
const parameters = z
  .record(z.string(), z.unknown())
  .describe('JSON schema of the input: type "object" with properties. Left out: no input.')
const reason = z
  .string()
  .max(maxReasonLength)
  .optional()
  .describe('Why, in one sentence, for the person.')
const toolCode = z.string().max(maxCodeLength).describe('Body of an async function.')
const libraryCode = z
  .string()
  .max(maxCodeLength)
  .describe('A CommonJS module: it sets module.exports.')

const noInput: JsonObject = { type: 'object', properties: {}, additionalProperties: false }

export const createTool = defineTool({
  name: 'create_tool',
  description:
    'Write a tool in JavaScript that you call by its name from your next step on. It computes and reads skills, and reaches nothing else.',
  input: z.strictObject({
    name: newName,
    description: description.describe('One sentence: what it does and when it is to be used.'),
    parameters: parameters.optional(),
    code: toolCode,
    reason,
  }),
  permission: 'skills.write',
  policy: 'none',
  answersFrom: 'services',
  bind: ({ parameters: schema, reason: why = '', ...text }) =>
    writeCall(why, (services) =>
      createAuthored(services, {
        ...{ kind: 'tool', ...text, reason: why },
        parameters: schema === undefined ? noInput : (schema as JsonObject),
      }),
    ),
})

export const createLibrary = defineTool({
  name: 'create_library',
  description: 'Write a library in JavaScript, which the code of your tools gets by require(name).',
  input: z.strictObject({
    name: newName,
    description: description.describe('One sentence: what it has to offer.'),
    code: libraryCode,
    reason,
  }),
  permission: 'skills.write',
  policy: 'none',
  answersFrom: 'services',
  bind: ({ reason: why = '', ...text }) =>
    writeCall(why, (services) =>
      createAuthored(services, { ...text, kind: 'library', parameters: null, reason: why }),
    ),
})

export const updateTool = defineTool({
  name: 'update_tool',
  description:
    'Change a tool you wrote: its code by an edit operation, its description, its parameters. Every change is a new version, which the person may be asked about before it runs.',
  input: z.strictObject({
    name: anyName,
    description: description.optional(),
    parameters: parameters.optional(),
    ...editFields,
    reason,
  }),
  permission: 'skills.write',
  policy: 'none',
  answersFrom: 'services',
  bind: ({ name, description: words, parameters: schema, reason: why = '', ...edit }) =>
    writeCall(why, async (services) =>
      updateAuthored(services, {
        ...{ kind: 'tool', name, description: words, reason: why, edit: editOf(edit) },
        ...(schema && { parameters: schema as JsonObject }),
      }),
    ),
})

export const updateLibrary = defineTool({
  name: 'update_library',
  description:
    'Change a library you wrote: its code by an edit operation, its description. Tools that require it are asked about anew before they run.',
  input: z.strictObject({
    name: anyName,
    description: description.optional(),
    ...editFields,
    reason,
  }),
  permission: 'skills.write',
  policy: 'none',
  answersFrom: 'services',
  bind: ({ name, description: words, reason: why = '', ...edit }) =>
    writeCall(why, async (services) =>
      updateAuthored(services, {
        ...{ kind: 'library', name, description: words, reason: why, edit: editOf(edit) },
      }),
    ),
})

export const deleteTool = defineDelete('tool', 'delete_tool')
export const deleteLibrary = defineDelete('library', 'delete_library')
export const listTools = defineList('tool', 'list_tools')
export const listLibraries = defineList('library', 'list_libraries')
export const readTool = defineRead('tool', 'read_tool')
export const readLibrary = defineRead('library', 'read_library')

function defineDelete(kind: AuthoredKind, name: string) {
  const failing = kind === 'library' ? ' Tools that require it fail from then on.' : ''
  return defineTool({
    name,
    description: `Delete a ${kind} you wrote. The person can bring it back for 30 days.${failing}`,
    input: z.strictObject({ name: anyName }),
    permission: 'skills.write',
    policy: 'none',
    answersFrom: 'services',
    bind: (input) => ({
      effect: {
        kind: 'act',
        repeatable: true,
        run: async (services) => {
          const { deleted, usedBy } = await removeAuthored(services, { kind, name: input.name })
          return { output: { deleted, ...(usedBy.length > 0 && { used_by: [...usedBy] }) } }
        },
      },
    }),
  })
}

function defineList(kind: AuthoredKind, name: string) {
  const key = kind === 'tool' ? 'tools' : 'libraries'
  return defineTool({
    name,
    description: `List the ${key} you wrote for this person, by name.`,
    input: z.strictObject({}),
    permission: 'skills.read',
    policy: 'none',
    answersFrom: 'services',
    bind: () => readCall(async (services) => ({ [key]: await describeAll(services, kind) })),
  })
}

function defineRead(kind: AuthoredKind, name: string) {
  return defineTool({
    name,
    description: `Read a ${kind} you wrote, with its code.`,
    input: z.strictObject({ name: anyName }),
    permission: 'skills.read',
    policy: 'none',
    answersFrom: 'services',
    bind: (input) =>
      readCall(async (services) => {
        const { id } = await findShared(services, { kind, name: input.name })
        const found = await services.store.authored.get(id)
        if (!found) throw authoredNameNotFound({ kind, name: input.name })
        return { ...describe(found), code: found.head.code }
      }),
  })
}

/** Idempotent: a repeated call finds the version written under its key. */
function writeCall(reason: string, write: (services: ToolServices) => Promise<WrittenVersion>) {
  const effect: ToolEffect = {
    kind: 'act',
    repeatable: true,
    run: async (services) => ({ output: { ...(await write(services)) } }),
  }
  return { skillSlug: null, reason, effect }
}

function readCall(read: (services: ToolServices) => Promise<JsonObject>) {
  const effect: ToolEffect = { kind: 'read', run: read }
  return { skillSlug: null, reason: '', effect }
}

async function describeAll(services: ToolServices, kind: AuthoredKind) {
  const disclosed = await sharedAuthoredTools(services)
  return disclosed.filter((one) => one.kind === kind).map(describe)
}

function describe({ kind, name, enabled, head }: AuthoredHead): JsonObject {
  const { description: words, parameters: schema, number: version, requires } = head
  return {
    name,
    description: words,
    ...(kind === 'tool' && { parameters: schema }),
    ...{ version, enabled, requires: [...requires] },
  }
}

interface EditFields extends Omit<EditInput, 'operation'> {
  readonly operation?: EditInput['operation'] | undefined
}

/** An edit without an operation would be a guess, so it is refused. */
function editOf({ operation, ...fields }: EditFields): EditInput | undefined {
  if (operation !== undefined) return { operation, ...fields }
  if (Object.values(fields).every((value) => value === undefined)) return undefined
  throw new ProblemError({
    code: 'edit.missing-field',
    kind: 'invalid',
    message: 'The edit has no operation, so nothing was changed.',
    hint: 'Make the call again with "operation".',
    details: { field: 'operation' },
  })
}
