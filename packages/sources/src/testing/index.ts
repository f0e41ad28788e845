export { type GitServer, startGitServer, TestRepository } from '../git/testing/git-server.ts'
