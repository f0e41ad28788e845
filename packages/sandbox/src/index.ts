export {
  type ContainerChoice,
  containerChoice,
  containerEnvironment,
} from './container/container-environment.ts'
export { defaultLimits } from './execution/default-limits.ts'
export {
  type ExecutionLimits,
  type ExecutionListener,
  ExecutionLost,
  type ExecutionRejectionCode,
  type ExecutionRequest,
  type ExecutionResult,
  type ExecutionStatus,
  type ExecutionUsage,
  proxySocket,
  type Runtime,
  type RuntimeHealth,
  runtimes,
  type Sandbox,
  type SandboxFile,
  type SandboxHealth,
  type SandboxNetwork,
  SandboxRejection,
} from './execution/execution.ts'
export { openSandbox, type SandboxOptions } from './open-sandbox.ts'
export {
  createExecutorServer,
  type ExecutorOptions,
  type ExecutorServer,
} from './remote/executor-server.ts'
export { openRemoteSandbox, type RemoteSandboxOptions } from './remote/remote-sandbox.ts'
export { toResultMessage } from './remote/result-message.ts'
