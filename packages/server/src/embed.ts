export {
  type Approval,
  isProblemError,
  type Model,
  type ModelAnswer,
  type ModelMessage,
  type ModelRequest,
  type OrganisationSettings,
  type Problem,
  ProblemError,
  type ProblemKind,
  type Store,
  type ToolCall,
  type ToolDescription,
  type ToolTier,
} from '@repertoire/core'
export type { ApprovalQuestion } from './embedding/answer-questions.ts'
export {
  createRepertoire,
  type Repertoire,
  type RepertoireEvent,
  type UserRepertoire,
} from './embedding/create-repertoire.ts'
export type {
  ApprovalAnswer,
  AskOptions,
  EmbeddedDatabase,
  EmbeddedPerson,
  LogOptions,
  OnApproval,
  RepertoireOptions,
  ResumeOptions,
} from './embedding/repertoire-options.ts'
export type { AiSdkModel, EmbeddedModel } from './runtime/models/embedded-model.ts'
export {
  defineTool,
  type OwnTool,
  type OwnToolCall,
  type OwnToolDefinition,
} from './runtime/own-tools/define-tool.ts'
export { defineConfig, type RepertoireConfig } from './setup/config-file/define-config.ts'
export type {
  ActivatedSkill,
  CalledTool,
  EndedRun,
  Hooks,
  RequestedApproval,
} from './setup/config-file/hooks.ts'
