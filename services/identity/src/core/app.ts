import { bootstrapAdmin } from './bootstrap-admin.ts'
import type { Ports } from './ports.ts'
import { addRequests } from './requests/add-requests.ts'
import { getLoginStanding } from './sessions/get-login-standing.ts'
import { login } from './sessions/login.ts'
import { logout } from './sessions/logout.ts'
import { passwordChecks } from './sessions/password-checks.ts'
import { purgeExpired } from './sessions/purge-expired.ts'
import { verifySession } from './sessions/verify-session.ts'
import { claimFirstAdmin } from './setup/claim-first-admin.ts'
import { finishSetup } from './setup/finish-setup.ts'
import { getSetup } from './setup/get-setup.ts'
import { createUser } from './users/create-user.ts'
import { deleteUser } from './users/delete-user.ts'
import { getUser, listProfiles, listUsers } from './users/queries.ts'
import { updateUser } from './users/update-user.ts'

export type IdentityApp = ReturnType<typeof identityApp>

/** All operations of this service. */
export const identityApp = (ports: Ports) => {
  const checks = passwordChecks(ports)
  return {
    login: login(ports, checks),
    getLoginStanding: getLoginStanding(ports),
    logout: logout(ports),
    verifySession: verifySession(ports),

    createUser: createUser(ports),
    getUser: getUser(ports),
    listUsers: listUsers(ports),
    listProfiles: listProfiles(ports),
    updateUser: updateUser(ports, checks),
    deleteUser: deleteUser(ports),

    bootstrapAdmin: bootstrapAdmin(ports),
    getSetup: getSetup(ports),
    claimFirstAdmin: claimFirstAdmin(ports, checks),
    finishSetup: finishSetup(ports),

    addRequests: addRequests(ports),

    purgeExpired: purgeExpired(ports),
  }
}
