import { isProblemError, type ProblemError } from '@repertoire/core/base'
import { isNoNetwork, noNetwork } from '../http/no-network.ts'
import { remoteProblem } from '../http/remote-problems.ts'

/** What failed, and what is known of it. */
export interface GitFailure {
  readonly host: string
  readonly stderr: string
  /** Of the proxy. */
  readonly refusal: unknown
  readonly isOverLimit: boolean
  readonly isTimedOut: boolean
}

/** The problem of a failed command. Nothing of what the server wrote is in it. */
export function gitProblem(failure: GitFailure): ProblemError {
  const { host, stderr, refusal, isOverLimit, isTimedOut } = failure
  if (isNoNetwork(refusal)) return noNetwork('source', host)
  if (isProblemError(refusal)) return refusal
  if (isOverLimit) return tooLarge(host)
  const fault = faults.find(({ says }) => says.test(stderr))
  if (fault) return fault.problem(host)
  if (isTimedOut) {
    return remoteProblem('source', 'unreachable', {
      message: `${host} took too long to answer.`,
      hint: 'The next sync tries again.',
      details: { host },
    })
  }
  return remoteProblem('source', 'unreachable', {
    message: `The repository on ${host} could not be read.`,
    hint: 'Check its address; the next sync tries again.',
    details: { host },
  })
}

export function tooLarge(host: string): ProblemError {
  return remoteProblem('source', 'too-large', {
    message: `The repository on ${host} is larger than what is read of one.`,
    hint: 'Narrow the source to a repository that has little but skills.',
    details: { host },
  })
}

/** What was fetched cannot be read completely: it is deeper, slower or more damaged than git takes. */
export function notReadable(host: string): ProblemError {
  return remoteProblem('source', 'unreachable', {
    message: `The repository on ${host} was fetched, but git could not read all of it.`,
    hint: 'The next sync fetches it anew. Its skills stay as they are.',
    details: { host },
  })
}

export function refNotFound(ref: string | null, host: string): ProblemError {
  return remoteProblem('source', 'not-found-or-private', {
    message:
      ref === null
        ? `The repository on ${host} is empty: it has no branch.`
        : `The repository on ${host} has no branch, tag or commit "${ref.slice(0, 100)}".`,
    hint: 'Check the source. The skills that were taken from it stay.',
  })
}

/** Of a ref that only the fetch looks for, such as a commit. */
function refIsGone(host: string): ProblemError {
  return remoteProblem('source', 'not-found-or-private', {
    message: `The repository on ${host} does not have the commit, branch or tag that was asked for.`,
    hint: 'Its history may have been rewritten: ask its owner, or name another one. The skills that were taken from it stay.',
  })
}

/** A server answers under another name than the one that was asked for. */
export function repositoryMoved(host: string): ProblemError {
  return remoteProblem('source', 'unsupported', {
    message: `The repository on ${host} answers under another address: it was renamed or moved.`,
    hint: 'Look where it is now and who owns it, then change the address of the source.',
    details: { host },
  })
}

export function notFoundOrPrivate(host: string): ProblemError {
  return remoteProblem('source', 'not-found-or-private', {
    message: `${host} has no such repository, or not for everybody.`,
    hint: 'Check the address, or give the source a token that may read it. An expired token looks the same.',
    details: { host },
  })
}

export function mismatchedEntries(host: string): ProblemError {
  return remoteProblem('source', 'malicious', {
    message: `The repository on ${host} has entries that no honest one has, so it was not read.`,
    hint: 'Look at it before you trust anything from there.',
    details: { host },
  })
}

/** Somebody lost a part of it, on its server or on the way. */
function brokenRepository(host: string): ProblemError {
  return remoteProblem('source', 'broken', {
    message: `The repository on ${host} is broken: it lacks a part of what it should have.`,
    hint: 'The next sync tries again. If it stays so, tell the owner of the repository: git fsck shows what is missing.',
    details: { host },
  })
}

export function gitMissing(): ProblemError {
  return remoteProblem('source', 'unsupported', {
    message: 'This server has no git, so it cannot read repositories.',
    hint: 'Install git 2.30 or later on the server (apt-get install git), then sync again.',
  })
}

const faults: readonly {
  readonly says: RegExp
  readonly problem: (host: string) => ProblemError
}[] = [
  {
    says: /could not resolve host|name resolution|network is unreachable|no route to host/i,
    problem: (host) => noNetwork('source', host),
  },
  {
    says: /no space left on device|disk quota exceeded/i,
    problem: (host) =>
      remoteProblem('source', 'unreachable', {
        message: `The repository on ${host} was not read: the disk of this server is full.`,
        hint: 'Make room in the data folder; the next sync tries again.',
        details: { host },
      }),
  },
  { says: /out of memory|cannot allocate memory/i, problem: tooLarge },
  {
    says: /error: 429|rate limit|too many requests/i,
    problem: (host) =>
      remoteProblem('source', 'rate-limited', {
        message: `${host} answers no more requests for now.`,
        hint: 'The next sync waits longer. A token raises the limit.',
        details: { host, retryAfterMs: 15 * 60_000 },
      }),
  },
  {
    says: /unable to update url base from redirection|redirect|error: 30[1278]/i,
    problem: repositoryMoved,
  },
  {
    says: /authentication failed|could not read username|could not read password|terminal prompts disabled|error: 40[134]|not found|access denied|permission denied|askpass/i,
    problem: notFoundOrPrivate,
  },
  {
    says: /fsck|hasdot|hasdotdot|hasdotgit|duplicateentries|fullpathname|treenotsorted/i,
    problem: mismatchedEntries,
  },
  {
    says: /corrupt|bad (?:tree |commit )?object|invalid object|missing (?:blob|tree|commit|object)|unable to read [0-9a-f]{40}|did not send all necessary objects/i,
    problem: brokenRepository,
  },
  {
    says: /couldn't find remote ref|not our ref|no such ref/i,
    problem: refIsGone,
  },
]
