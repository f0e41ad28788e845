import { toolTiers } from '@repertoire/core/domain'
import { z } from 'zod'
import { hookNames } from './hooks.ts'

// Types of a program are not checked where it is plain JavaScript, or loaded from a file.

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== ''
const isFunction = (value: unknown) => typeof value === 'function'

function isTool(value: unknown): boolean {
  if (!isObject(value)) return false
  const { name, description, inputSchema, tier, bind } = value
  const isDescribed = isText(name) && isText(description) && isObject(inputSchema)
  return isDescribed && isFunction(bind) && toolTiers.some((one) => one === tier)
}

function isModel(value: unknown): boolean {
  if (!isObject(value)) return isText(value)
  const { step, label, doStream, provider, modelId } = value
  if (step !== undefined) return isFunction(step) && isText(label)
  return isFunction(doStream) && isText(provider) && isText(modelId)
}

/** A function of the program. */
export const functionPart = z.custom(isFunction, 'has to be a function')

/** A tool, as `defineTool` makes it. */
export const toolPart = z.custom(isTool, 'has to be made by defineTool')

/** A model of the AI SDK, the name of one for its gateway, or one of the program's own. */
export const modelPart = z.custom(
  isModel,
  'has to be a model of the AI SDK, the name of one for its gateway, or an object with a label and a function step',
)

export const hooksPart = z.strictObject(
  Object.fromEntries(hookNames.map((name) => [name, functionPart.optional()])),
)
