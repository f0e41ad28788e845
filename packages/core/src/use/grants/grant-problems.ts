import { type Problem, ProblemError } from '../../base/errors.ts'

export function grantNotFound(id: string): ProblemError {
  return new ProblemError({
    code: 'grant.not-found',
    kind: 'not-found',
    message: 'There is no such grant.',
    details: { id },
  })
}

export const grantForAdministrators: Problem = {
  code: 'grant.administrators-only',
  kind: 'forbidden',
  message: 'Only an owner or admin may let a tool be called in turns that no person started.',
  hint: 'Ask one of them to create the grant.',
}

export function grantManualOnly(tool: string): ProblemError {
  return new ProblemError({
    code: 'grant.manual-only',
    kind: 'conflict',
    message: `${tool} needs a person for each call (MANUAL_ONLY), so a grant for it would never count.`,
    hint: 'Choose another tier for the tool first.',
    details: { tool },
  })
}

export function grantNotNeeded(tool: string): ProblemError {
  return new ProblemError({
    code: 'grant.not-needed',
    kind: 'conflict',
    message: `${tool} runs at once, in turns that no person started too (READ_ONLY), so a grant for it would never count.`,
    hint: 'Nothing has to be granted; to have it held back, choose another tier for the tool first.',
    details: { tool },
  })
}

export function grantPassThrough(tool: string, instead: string): ProblemError {
  return new ProblemError({
    code: 'grant.pass-through',
    kind: 'invalid',
    message: `${tool} only calls other tools, so a grant for it would never count.`,
    hint: `Name ${instead}.`,
    details: { tool },
  })
}

export function grantUnknownTool(tool: string): ProblemError {
  return new ProblemError({
    code: 'grant.unknown-tool',
    kind: 'invalid',
    message: `There is no tool named "${tool.slice(0, 200)}" that a grant can be for.`,
    hint: 'Name one of the product’s tools, or a connector’s as mcp__connector__tool.',
    details: { tool: tool.slice(0, 200) },
  })
}

export function grantBadTerms(what: string): ProblemError {
  return new ProblemError({
    code: 'grant.bad-terms',
    kind: 'invalid',
    message: `The grant cannot be made: ${what}.`,
  })
}
