export {
  type CodeError,
  type CodeJob,
  type CodeLimits,
  type CodeResult,
  type CodeStatus,
  codeBounds,
  defaultCodeLimits,
  type HostAnswer,
  type HostFunction,
  type Json,
} from './code-job.ts'
export {
  type CodeSandbox,
  type CodeSandboxHealth,
  type CodeSandboxOptions,
  openCodeSandbox,
} from './code-sandbox.ts'
