import { beforeEach, describe, expect, it } from 'vitest';
import { checkConsistency } from '../../../../src/domain/consistency/check-consistency.ts';
import { claimDeletions } from '../../../../src/domain/accounts/claim-deletions.ts';
import { eraseAccounts } from '../../../../src/domain/accounts/erase-account.ts';
import { requestDeletion } from '../../../../src/domain/accounts/request-deletion.ts';
import { deliverErasures } from '../../../../src/domain/erasure/deliver-erasures.ts';
import { findAstray } from '../../../support/consistency.ts';
import { seedUser } from '../../../support/images.ts';
import {
  filePart,
  LEGACY_VARS,
  legacyClient,
  loseJobs,
  makeForm,
  makePng,
  type LegacyClient,
} from '../../../support/legacy.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import { putInState } from '../../../support/states.ts';
import { passTime, sweepUploads } from '../../../support/upload-sweep.ts';
import { prepareUpload, uploadClient } from '../../../support/uploads.ts';
import { createTestWorker, TestClock, type TestWorkerOptions } from '../../../support/worker.ts';
