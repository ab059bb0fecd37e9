#!/bin/bash
# Checks the targets of a list in as many parts as the array has; all parts share one folder. A part fails where one of its
# targets does, so what comes afterwards waits for the end of all, not for their success.
#
#   job=$(sbatch --parsable --array=1-8 slurm-fleet.sh targets.yaml fleet)
#   sbatch --dependency="afterany:$job" --wrap 'petstore-conformance compare fleet --format html > table.html'
#SBATCH --cpus-per-task=1
#SBATCH --output=fleet-%a.log
set -eu
exec petstore-conformance fleet "$1" --out "$2" --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT"
