import type { Problem } from '@repertoire/core/base'
import { toolTiers } from '@repertoire/core/domain'

const toolName = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/
const fields = ['name', 'description', 'input', 'tier', 'execute']

/** Why a tool cannot be made as it is written: its types are not checked in plain JavaScript, and a tool without a tier asks nobody. */
export function definitionProblem(definition: unknown): Problem | undefined {
  if (!isObject(definition)) return invalid('A tool', `needs an object with ${fields.join(', ')}.`)
  const { name, description, input, tier, execute } = definition
  if (typeof name !== 'string' || !toolName.test(name) || name.includes('__')) {
    return badName(String(name))
  }
  const unknown = Object.keys(definition).find((field) => !fields.includes(field))
  if (unknown !== undefined) {
    return invalid(name, `has no field ${unknown}; the fields are ${fields.join(', ')}.`)
  }
  if (typeof description !== 'string' || description.trim() === '') {
    return invalid(name, 'needs a description: what it does, and when to call it.')
  }
  if (!toolTiers.some((one) => one === tier)) {
    return invalid(name, `needs a tier: ${toolTiers.join(', ')}.`)
  }
  if (typeof execute !== 'function') return invalid(name, 'needs a function execute.')
  const isSchema = isObject(input) && typeof input.strict === 'function' && isObject(input.shape)
  return isSchema ? undefined : badInput(name, 'it is no object of zod')
}

export function badInput(name: string, why: string): Problem {
  return invalid(name, `cannot have this input: ${why}. Use z.object with types that JSON has.`)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function invalid(name: string, why: string): Problem {
  return { code: 'own-tool.invalid', kind: 'invalid', message: `${name} ${why}` }
}

function badName(name: string): Problem {
  return {
    code: 'own-tool.invalid',
    kind: 'invalid',
    message: `"${name.slice(0, 100)}" cannot be the name of a tool.`,
    hint: 'Use letters, digits, _ and -, begin with a letter, and write no two underscores in a row: those are for connectors.',
  }
}
