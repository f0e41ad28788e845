import { setImmediate } from 'node:timers/promises'
import { type ConversationId, ProblemError } from '@repertoire/core/base'
import {
  type Conversation,
  emptySession,
  isOpenRun,
  type OrganisationSettings,
  type Skill,
} from '@repertoire/core/domain'
import { importSkills } from '@repertoire/core/ingest'
import type { Model } from '@repertoire/core/ports'
import {
  type Arm,
  checkAnswer,
  failedRunStatus,
  noTrialUsage,
  readTrial,
  statusOfChecks,
  type Trial,
  type TrialResult,
} from '@repertoire/core/report'
import { readLog } from '@repertoire/core/use'
import type { OutcomeCase, PackageFile } from '@repertoire/skill-md'
import { approvalIdOf, recordAnswer } from '../embedding/answer-questions.ts'
import type { Embedded } from '../embedding/open-embedded.ts'
import { turnEvents } from '../embedding/turn-events.ts'
import { randomIds, sha256, systemClock } from '../platform/system/system-ports.ts'
import { placeFiles, workspacePath } from './place-files.ts'
import { openTrialOrganisation } from './trial-organisation.ts'

/** A skill's package under its folder's name. */
export interface TrialPackage {
  readonly path: string
  readonly files: readonly PackageFile[]
}

export interface TrialSetup {
  /** In which each trial has an organisation of its own. */
  readonly server: Pick<Embedded, 'services'>
  /** The server's. */
  readonly model: Model
  /** By arm; none for an arm without the skill. */
  readonly packages: Readonly<Partial<Record<Arm, TrialPackage>>>
  readonly cases: readonly OutcomeCase[]
  /** Where files of cases and scripts of checks are: the package under test, with its tests. */
  readonly testPackage: TrialPackage
  /** Types of requests that are approved; any other ends the trial. */
  readonly approve: ReadonlySet<string>
  readonly settings?: Partial<OrganisationSettings>
}

/**
 * Tries a case once, in the real loop. The organisation, its person and the conversation are made for this trial and
 * removed after it: nothing it does stays.
 */
export async function tryOnce(
  setup: TrialSetup,
  trial: Trial,
  signal: AbortSignal,
): Promise<TrialResult> {
  const outcomeCase = setup.cases.find(({ id }) => id === trial.caseId)
  if (!outcomeCase) throw new RangeError(`no case ${trial.caseId}`)
  const embedded = await openTrialOrganisation(setup.server, setup.settings)
  try {
    const given = setup.packages[trial.arm]
    const skill = given ? await bringPackage(embedded, given) : null
    return await tryCase({ setup, trial, outcomeCase, embedded, skill, signal })
  } finally {
    await embedded.close()
  }
}

/** Without its tests, which would tell the answers. */
async function bringPackage(
  { services, principal }: Embedded,
  { path, files }: TrialPackage,
): Promise<Skill> {
  const { tenantId } = principal
  const deps = {
    ...{ clock: systemClock, ids: randomIds, sha256 },
    ...{ store: services.store.tenant(tenantId), judge: services.judgeOf(tenantId) },
  }
  const [outcome] = await importSkills(
    deps,
    { principal, traceId: randomIds.traceId() },
    {
      ...{ scope: 'org', reason: 'For a trial.', yieldToEventLoop: () => setImmediate() },
      items: [{ path, files: files.filter((file) => !file.path.startsWith('evals/')) }],
    },
  )
  if (outcome && outcome.status !== 'refused' && outcome.skill.enabled) return outcome.skill
  const why = outcome?.status === 'refused' ? outcome.problem.message : 'It is not enabled.'
  throw new ProblemError({
    code: 'outcome-tests.skill-refused',
    kind: 'invalid',
    message: `The skill ${path} cannot be tried: ${why}`,
    hint: 'Check it with `repertoire check`, and correct what it finds.',
  })
}

interface CaseTrial {
  readonly setup: TrialSetup
  readonly trial: Trial
  readonly outcomeCase: OutcomeCase
  readonly embedded: Embedded
  readonly skill: Skill | null
  readonly signal: AbortSignal
}

async function tryCase(one: CaseTrial): Promise<TrialResult> {
  const { setup, trial, outcomeCase, embedded, skill, signal } = one
  const { services, principal } = embedded
  const { conversations, workspace } = services.store.tenant(principal.tenantId)
  const conversation = newConversation(principal.userId)
  await conversations.create(conversation)
  await placeFiles(
    { workspace, viewer: principal.userId, conversationId: conversation.id },
    filesOfCase(setup.testPackage, outcomeCase),
  )
  const refused = await answer(one, conversation.id)
  const current = await conversations.get(principal.userId, conversation.id)
  const log = readTrial(current ? await readLog(conversations, current) : [], skill?.id ?? null)
  const { problem, ...read } = log
  const unchecked = { ...trial, ...read, checks: [], judgeUsage: noTrialUsage }
  if (refused !== null) {
    return { ...unchecked, status: 'needs-approval', why: `It asked for approval: ${refused}` }
  }
  if (problem) return { ...unchecked, ...failedRunStatus(problem) }
  const { checkPorts } = await import('./check-ports.ts')
  const ports = checkPorts({
    ...{ embedded, conversationId: conversation.id, signal, outcomeCase },
    ...{ judge: setup.model, files: setup.testPackage.files },
  })
  const checked = await checkAnswer(ports, outcomeCase, read.answer)
  return { ...trial, ...read, ...checked, ...statusOfChecks(checked.checks) }
}

/** Runs the turn to its end. Returns the type of the request that nobody had allowed; null for none. */
async function answer(
  { setup, outcomeCase, embedded, signal }: CaseTrial,
  conversationId: ConversationId,
): Promise<string | null> {
  const { services, principal } = embedded
  const { tenantId, userId: viewer } = principal
  const { engine, feed, store } = services
  const { approvals, conversations } = store.tenant(tenantId)
  const { runId } = await engine.startRun({ principal, conversationId, text: outcomeCase.prompt })
  const cancel = () => engine.cancelRun({ principal, runId })
  const onAbort = () => void cancel().catch(() => undefined)
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()
  try {
    const key = { tenantId, viewer, conversationId }
    for await (const event of turnEvents({ feed, key, runId, after: 0 })) {
      if (event.event !== 'approval_required') continue
      const id = approvalIdOf(event)
      const type = (await approvals.get(id))?.type ?? 'unknown'
      if (!setup.approve.has(type)) return type
      await recordAnswer(embedded, id, true)
    }
    return null
  } finally {
    signal.removeEventListener('abort', onAbort)
    const run = await conversations.run(viewer, runId)
    if (run && isOpenRun(run.status)) await cancel()
  }
}

function newConversation(userId: Conversation['userId']): Conversation {
  const now = systemClock.now()
  return {
    ...{ id: randomIds.next('cnv') as ConversationId, userId, title: 'Trial', agentId: null },
    ...{ session: emptySession, headSeq: 0, createdAt: now, updatedAt: now },
  }
}

function filesOfCase(
  { files }: TrialPackage,
  outcomeCase: OutcomeCase,
): { path: string; bytes: Uint8Array }[] {
  return outcomeCase.files.map((path) => {
    const found = files.find((file) => file.path === path || file.path === `evals/${path}`)
    if (found) return { path: workspacePath(path), bytes: found.bytes }
    throw new ProblemError({
      code: 'outcome-tests.file-missing',
      kind: 'invalid',
      message: `The case ${outcomeCase.id} names the file ${path}, which the skill does not have.`,
      hint: 'Add the file, or correct `files` in evals/evals.json.',
    })
  })
}
