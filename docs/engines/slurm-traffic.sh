#!/bin/bash
# Judges files of traffic in as many parts as the array has. Each part is written into the folder that the job is started in.
#
#   job=$(sbatch --parsable --array=1-8 slurm-traffic.sh traffic.ndjson.zst)
#   sbatch --dependency="afterok:$job" --wrap 'petstore-conformance judge --merge part-*.json --report json=verdicts.json'
#SBATCH --cpus-per-task=1
#SBATCH --output=part-%a.log
set -eu
exec petstore-conformance judge "$@" --concurrency 1 \
  --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" --report "json=part-$SLURM_ARRAY_TASK_ID.json"
