const maxFiles = 10

/** `Slow file: 12.3 s project path`, the slowest first, loading included. */
export function describeSlow(modules) {
  return modules
    .map((module) => ({ module, ms: costOf(module.diagnostic()) }))
    .sort((one, other) => other.ms - one.ms)
    .slice(0, maxFiles)
    .map(({ module, ms }) => {
      const seconds = (ms / 1000).toFixed(1).padStart(5)
      return `Slow file: ${seconds} s ${module.project.name} ${module.relativeModuleId}`.trimEnd()
    })
}

const costOf = ({ environmentSetupDuration, setupDuration, collectDuration, duration }) =>
  environmentSetupDuration + setupDuration + collectDuration + duration
