import { packageLimits, readPackageText } from '@repertoire/skill-md'
import { z } from 'zod'
import { type Problem, ProblemError } from '../../../base/errors.ts'
import type { JsonObject } from '../../../base/json.ts'
import { createProposal, type ProposalOutcome } from '../../../ingest/proposals/create-proposal.ts'
import type { SkillDraftInput } from '../../../ingest/skills/compose-skill.ts'
import { defineTool } from '../../tools/tool.ts'
import { hasUntrustedInput } from '../../tools/untrusted-input.ts'

/** The maximum characters of the instructions; a longer skill has files. */
const maxInstructionsLength = 100_000
const maxResources = 50
/** The maximum bytes of all resources of one call together. */
const maxResourceBytes = 512 * 1024

/** `save_skill`. */
export const saveSkill = defineTool({
  name: 'save_skill',
  description:
    'Keep a procedure that worked as a skill, so that it can be used in later conversations; or improve a skill there is, by its name. Write it for a reader who knows nothing of this conversation. A person may have to accept it first.',
  input: z.strictObject({
    name: z
      .string()
      .min(1)
      .max(200)
      .describe('Short, lower case, with hyphens; the name of a skill there is changes that one.'),
    description: z
      .string()
      .min(1)
      .max(4096)
      .describe(
        'One sentence: what it does and when it is needed. Lists show the first 1,024 characters.',
      ),
    instructions: z
      .string()
      .min(1)
      .max(maxInstructionsLength)
      .describe('The procedure, in Markdown.'),
    when_to_use: z.string().max(1024).optional().describe('More words a task for it may use.'),
    allowed_tools: z
      .array(z.string().min(1).max(200))
      .max(100)
      .optional()
      .describe('The only tools that may be used with it; leave out for no limit.'),
    resources: z
      .array(
        z.strictObject({
          path: z.string().min(1).max(packageLimits.pathLength),
          content: z.string().max(packageLimits.textBytes),
        }),
      )
      .max(maxResources)
      .optional()
      .describe('Text files it needs, e.g. references/template.md.'),
    reason: z
      .string()
      .max(1000)
      .optional()
      .describe('Why it is worth keeping, for the person who decides.'),
  }),
  skillField: 'name',
  permission: 'skills.write',
  policy: 'none',
  answersFrom: 'services',
  bind: ({ when_to_use: whenToUse, allowed_tools: allowedTools, ...draft }) => ({
    reason: draft.reason ?? '',
    effect: {
      kind: 'act',
      repeatable: true,
      run: async (services) => {
        const written: SkillDraftInput = { ...draft, whenToUse, allowedTools }
        const problem = resourcesProblem(written)
        if (problem) throw new ProblemError(problem)
        const untrustedInput = await hasUntrustedInput(services)
        return { output: report(await createProposal({ ...services, untrustedInput }, written)) }
      },
    },
  }),
})

/** A file that read_skill_file would refuse is not saved. */
function resourcesProblem({ resources = [] }: SkillDraftInput): Problem | undefined {
  let total = 0
  for (const { path, content } of resources) {
    const bytes = new TextEncoder().encode(content)
    total += bytes.length
    if (!readPackageText(bytes).ok) {
      return unfit(
        path,
        `must be text without NUL, of at most ${packageLimits.textBytes} bytes; it has ${bytes.length}`,
      )
    }
    if (path.toLowerCase() === 'skill.md') {
      return unfit(path, 'is made from the other fields and cannot be given as a file')
    }
  }
  if (total <= maxResourceBytes) return undefined
  return unfit('resources', `have ${total} bytes together; at most ${maxResourceBytes} are taken`)
}

function unfit(path: string, why: string): Problem {
  return {
    code: 'save-skill.bad-resource',
    kind: 'invalid',
    message: `${path} ${why}.`,
    hint: 'Call it again without that file, or with a shorter one.',
    details: { path },
  }
}

function report(outcome: ProposalOutcome): JsonObject {
  if (outcome.status === 'proposed') {
    const { id, slug, skillId } = outcome.held
    return {
      status: 'proposed',
      name: slug,
      proposal_id: id,
      changes_existing: skillId !== null,
      next: 'A person decides about it; until they accept it, it cannot be used. Tell them it is waiting, and do not save it again.',
    }
  }
  const { skill, status } = outcome
  return {
    status,
    name: skill.slug,
    next:
      status === 'saved'
        ? 'It is a skill of the person now and can be used by its name from your next step on.'
        : 'It was already saved with exactly this content; there is nothing to do.',
  }
}
