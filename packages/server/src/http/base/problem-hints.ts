import type { Problem } from '@repertoire/core/base'

/** What a caller of the REST API can do about a problem, where its place of origin cannot know that it has one. */
export function withHint(problem: Problem): Problem {
  const hint = lookUp(inPlaceOf, problem.code) ?? problem.hint ?? lookUp(hints, problem.code)
  return hint === undefined ? problem : { ...problem, hint }
}

/** Codes for which {@link withHint} has words. */
export function hasHint(code: string): boolean {
  return Object.hasOwn(hints, code) || Object.hasOwn(inPlaceOf, code)
}

/** Hints that stand in core name tools of agents, or fields as programs have them. */
const inPlaceOf: Readonly<Record<string, string>> = {
  'request.bad-cursor':
    'Pass next_cursor of the previous page unchanged, or omit cursor to start from the beginning.',
  'workspace.file-not-found': 'GET /api/v1/conversations/{id}/files lists what is there.',
}

const readAgain = 'Read it again, and send the change with the ETag of that answer as If-Match.'

const hints: Readonly<Record<string, string>> = {
  'agent.not-found': 'GET /api/v1/agents lists those there are.',
  'agent.stale': readAgain,
  'approval.already-answered':
    'Nothing more is needed. GET /api/v1/approvals?status=pending lists the open ones.',
  'approval.not-found':
    'GET /api/v1/approvals lists those that you may see. Questions to other people are not among them.',
  'auth.invalid':
    'Check that the whole key arrives, as Authorization: Bearer …; whoever is logged in makes a new one with POST /api/v1/keys.',
  'auth.permission-missing': 'Use a key with that scope, or ask an owner or admin.',
  'auth.required': 'Whoever is logged in makes a key with POST /api/v1/keys.',
  'authored.not-found': 'GET /api/v1/tools lists those there are.',
  'collection.not-found': 'GET /api/v1/collections lists those there are.',
  'conversation.not-deleted': 'GET /api/v1/conversations/deleted lists those that can be restored.',
  'conversation.not-found': 'GET /api/v1/conversations lists yours.',
  'execution.not-found': 'GET /api/v1/executions lists those that you may see.',
  'grant.not-found': 'GET /api/v1/tool-grants lists those there are.',
  'identity.not-found': 'GET /api/v1/sign-on/removed lists those there are.',
  'invitation.not-found': 'POST /api/v1/members/{id}/invitation makes a new one.',
  'key.not-found': 'GET /api/v1/keys lists those that you may see.',
  'member.not-found': 'GET /api/v1/members lists those there are.',
  'passkey.not-found': 'GET /api/v1/passkeys lists yours.',
  'prompt.not-found':
    'GET /api/v1/conversations/{id}/events has the digests of the prompts of a conversation.',
  'proposal.not-found': 'GET /api/v1/proposals lists those that you may see.',
  'request.bad-etag': 'Send If-Match with the ETag of an earlier answer, as it was.',
  'request.cross-origin': 'Call from a page of this server, or with an API key.',
  'request.invalid-json':
    'Send one JSON value in UTF-8, with double quotes and no trailing commas; GET /api/v1/openapi.json describes it.',
  'request.invalid-utf8': 'Send the body in UTF-8.',
  'request.method-not-allowed': 'GET /api/v1/openapi.json lists the methods of each path.',
  'request.not-found':
    'An id has letters, digits, _ and - only. Take it as the list of such things has it; GET /api/v1/openapi.json names the lists.',
  'request.unknown-path': 'GET /api/v1/openapi.json lists every path.',
  'request.unsupported-type': 'GET /api/v1/openapi.json names the types that each path takes.',
  'revision.not-found': 'GET /api/v1/skills/{id}/revisions lists those there are.',
  'revocation.not-found': 'GET /api/v1/revocations lists those there are.',
  'run.not-found': 'GET /api/v1/conversations/{id}/events names the runs of a conversation.',
  'secret.not-found': 'GET /api/v1/skills/{id}/secrets lists the names there are.',
  'session.not-found': 'GET /api/v1/sessions lists yours.',
  'settings.stale': readAgain,
  'signal.not-found': 'GET /api/v1/triggers lists those there are.',
  'signal.stale': 'GET /api/v1/triggers/{id} has it as it is now; change that.',
  'skill.file-not-found': 'GET /api/v1/skills/{id} lists the files of the skill.',
  'skill.not-deleted': 'GET /api/v1/skills/deleted lists those that can be restored.',
  'skill.not-found':
    'GET /api/v1/skills lists those that you can see; GET /api/v1/skills/deleted those that were deleted.',
  'skill.stale': readAgain,
  'source.not-found': 'GET /api/v1/skills/sources lists those there are.',
  'trace.not-found': 'GET /api/v1/traces lists those that you can see.',
}

function lookUp(words: Readonly<Record<string, string>>, code: string): string | undefined {
  return Object.hasOwn(words, code) ? words[code] : undefined
}
