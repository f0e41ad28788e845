import type { Problem } from '../../base/errors.ts'
import { type EgressDestination, nameOfDestination } from '../../domain/egress.ts'

const forbidden = { kind: 'forbidden' } as const
const continueHint = 'Go on without it, and say in your answer what a person has to do.'

export function approvalExpired(tool: string): Problem {
  return {
    code: 'approval.stale',
    kind: 'stale',
    message: `${tool} is not what it was when the person was asked, or needs more than they were asked for, so the answer no longer counts. Nothing was done.`,
    hint: 'Make the call again to ask again.',
    details: { tool },
  }
}

export function manualOnly(tool: string): Problem {
  return {
    ...forbidden,
    code: 'tool.manual-only',
    message: `${tool} only happens when a person says yes to each call, and no person started this turn. Nothing was done.`,
    hint: continueHint,
    details: { tool },
  }
}

export function needsGrant(tool: string): Problem {
  return {
    ...forbidden,
    code: 'tool.needs-grant',
    message: `No person started this turn, and no stored grant allows ${tool} with these arguments now. Nothing was done.`,
    hint: continueHint,
    details: { tool },
  }
}

export function egressNotListed(tool: string, destination: EgressDestination): Problem {
  const name = nameOfDestination(destination)
  return {
    ...forbidden,
    code: 'egress.not-listed',
    message: `No person started this turn, so ${tool} may send only to what the organisation has listed, and "${name.slice(0, 200)}" is not. Nothing was sent.`,
    hint: 'Go on without it, and say in your answer that an owner or admin would have to list the destination, or grant this call.',
    details: { tool, destination: name.slice(0, 300) },
  }
}

export function grantExpired(tool: string): Problem {
  return {
    ...forbidden,
    code: 'tool.grant-lapsed',
    message: `No person started this turn, and the stored grant that would allow ${tool} was made by somebody who is no longer an owner or admin, so it does not count. Nothing was done.`,
    hint: 'Go on without it, and say in your answer that an owner or admin has to make the grant anew.',
    details: { tool },
  }
}

export function inDiscovery(tool: string): Problem {
  return {
    ...forbidden,
    code: 'signal.discovering',
    message: `This turn is in the stage discover and no person started it, so ${tool} is not called in it, whatever has been granted. Nothing was done.`,
    hint: continueHint,
    details: { tool },
  }
}

export const scriptsForbidden: Problem = {
  ...forbidden,
  code: 'signal.no-scripts',
  message:
    'No person started this turn, and its trigger does not allow scripts and commands, or the person who allowed them is no owner or admin any more. Nothing was run.',
  hint: 'Go on without it, and say in your answer that an owner or admin can allow scripts and commands in the trigger.',
}
