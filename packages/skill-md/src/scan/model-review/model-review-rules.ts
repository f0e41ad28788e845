import type { RuleText } from '../scan-rule.ts'

/** What a model that reads a package may find. None blocks: what a model says waits for a person. */
export const modelReviewRules = [
  {
    id: 'model.theft',
    severity: 'high',
    message: 'A model that read it finds that something private is taken and passed on.',
    attack: 'Takes keys, files or the conversation.',
    fix: 'Ask for the one thing that the task needs, and name the service that gets it.',
  },
  {
    id: 'model.orders',
    severity: 'high',
    message: 'A model that read it finds orders that turn the agent against its person.',
    attack: 'Hides what is done, gets past questions to people, or replaces earlier instructions.',
    fix: 'Say what to do for the task, and nothing about other instructions, people or reviews.',
  },
  {
    id: 'model.foreign-code',
    severity: 'high',
    message: 'A model that read it finds that code or orders from elsewhere decide what happens.',
    attack: 'What was reviewed is not what runs.',
    fix: 'Ship code and instructions with the skill, or pin them by a digest.',
  },
  {
    id: 'model.damage',
    severity: 'high',
    message: 'A model that read it finds that something is destroyed or spent beyond the task.',
    attack: 'Deletes, encrypts, publishes or pays for what nobody asked for.',
    fix: 'Change only what the skill made or the person named.',
  },
  {
    id: 'model.foothold',
    severity: 'high',
    message: 'A model that read it finds that something stays behind or loosens a protection.',
    attack: 'Starts again later, or lets others in.',
    fix: 'Leave settings, start-up files and protections to the person.',
  },
  {
    id: 'model.disguise',
    severity: 'high',
    message: 'A model that read it finds that it does something other than it says.',
    attack: 'Gets approved for its description.',
    fix: 'Describe everything that the skill does.',
  },
  {
    id: 'model.unread',
    severity: 'low',
    message: 'The model read the package only in part.',
    attack: 'Puts a trick where no model comes to.',
    fix: 'Split the skill, or leave large files out.',
  },
] as const satisfies readonly RuleText[]

/** What a model can be asked to look for. */
export const reviewKinds = modelReviewRules
  .map(({ id }) => id.slice('model.'.length))
  .filter((kind) => kind !== 'unread')

export function isModelFinding({ rule }: { readonly rule: string }): boolean {
  return rule.startsWith('model.')
}
