// Report of a test run: one line for each failure, and one for each flaky test that passed on a retry, so that
// neither is lost among thousands of lines.

/** `Failed test: file > name: message`, one for each failure. */
export function describeFailures(modules, unhandledErrors) {
  return [
    ...modules.flatMap(failuresIn),
    ...unhandledErrors.map((error) => failure('an unhandled error', [error])),
  ]
}

/** `Flaky test: file > name`, one for each test that passed on a retry. */
export function describeFlaky(modules) {
  return modules.flatMap((module) =>
    [...module.children.allTests()]
      .filter((test) => test.diagnostic()?.flaky)
      .map((test) => `Flaky test: ${nameOf(module, test)}: ${reason(test.result().errors)}`),
  )
}

function failuresIn(module) {
  const parts = [module, ...module.children.allSuites()].filter((part) => part.errors().length > 0)
  const tests = [...module.children.allTests()].filter((test) => test.result().state === 'failed')
  return [
    ...parts.map((part) => failure(nameOf(module, part), part.errors())),
    ...tests.map((test) => failure(nameOf(module, test), test.result().errors)),
  ]
}

function failure(name, errors) {
  return `Failed test: ${name}: ${reason(errors)}`
}

function nameOf(module, part) {
  return [module.relativeModuleId, part.fullName].filter(Boolean).join(' > ')
}

const reason = (errors) => `${errors?.[0]?.message ?? 'no reason given'}`.split('\n', 1)[0]
