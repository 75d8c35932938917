@echo off
rem Starts Shinari on Windows. Builds it first when sources have changed since the last build.
rem   shinari run falling-cuboid      shinari --help      shinari test
setlocal EnableExtensions DisableDelayedExpansion
set "HOME_DIR=%~dp0"
set "STORE=%HOME_DIR%.shinari"

set "JAVA=java"
if defined JAVA_HOME set "JAVA=%JAVA_HOME%\bin\java.exe"
if defined JAVA_HOME if not exist "%JAVA%" (
  echo shinari: JAVA_HOME is %JAVA_HOME%, but there is no bin\java.exe in it 1>&2
  exit /b 1
)
if not defined JAVA_HOME (
  where java >nul 2>nul || (
    echo shinari: no java found: install a JDK, version 17 or newer, or set JAVA_HOME 1>&2
    exit /b 1
  )
)

if "%~1"=="test" (
  where mvn >nul 2>nul || (
    echo shinari: no mvn found: the tests are run by Apache Maven 3.6 or newer 1>&2
    exit /b 1
  )
  call mvn -B -f "%HOME_DIR%pom.xml" test %2 %3 %4 %5 %6 %7 %8 %9
  exit /b
)

set "MODULE=app"
if "%~1"=="bench" if exist "%HOME_DIR%bench\src\main" set "MODULE=bench"
set "SPARK="
if exist "%HOME_DIR%spark\src\main" call :look_for_spark %*

call :ensure_built %MODULE% || exit /b 1
set "CLASSES=%STORE%\%MODULE%-lib\*"
set "OPENS="
if not defined SPARK goto start
call :ensure_built spark || exit /b 1
call :ensure_spark || exit /b 1
set "CLASSES=%CLASSES%;%STORE%\spark-lib\*;%SPARK_JARS%\*"
rem What Spark opens for itself where spark-submit starts it.
for %%p in (java.lang java.lang.invoke java.lang.reflect java.io java.net java.nio java.util java.util.concurrent java.util.concurrent.atomic sun.nio.ch sun.nio.cs sun.security.action sun.util.calendar) do call :open_package %%p
rem Workers of a local cluster put their logs below it.
if not defined SPARK_HOME set "SPARK_HOME=%STORE%\spark-home"
if not exist "%SPARK_HOME%\work" mkdir "%SPARK_HOME%\work"

:start
set "VECTOR="
for %%c in (run try rig batch bench studio) do if "%~1"=="%%c" set "VECTOR=--add-modules jdk.incubator.vector"
"%JAVA%" %VECTOR% %OPENS% -Xshare:auto %JAVA_OPTS% -cp "%CLASSES%" dev.shinari.app.Main %*
exit /b %ERRORLEVEL%

rem ---- sets SPARK where it is asked for: --engine spark, or bench spark. An = parts words as a space does.
:look_for_spark
set "BENCH="
if "%~1"=="bench" set "BENCH=1"
:next_word
if "%~1"=="" exit /b 0
if "%~1"=="--engine" if "%~2"=="spark" set "SPARK=1"
if defined BENCH if "%~1"=="spark" set "SPARK=1"
shift
goto next_word

:open_package
set "OPENS=%OPENS% --add-opens=java.base/%1=ALL-UNNAMED"
exit /b 0

rem ---- builds module %1 into .shinari\%1-lib where its sources are newer than the last build
:ensure_built
set "STAMP=%STORE%\%1-stamp"
set "STALE=1"
rem PowerShell compares times: 1 when any source is newer than the start of the last build.
if exist "%STAMP%" (
  for /f %%r in ('powershell -NoProfile -Command "$t=(Get-Item -LiteralPath $env:STAMP).LastWriteTimeUtc; $n=Get-ChildItem -LiteralPath $env:HOME_DIR -Directory ^| Where-Object { Test-Path (Join-Path $_.FullName 'pom.xml') } ^| ForEach-Object { Get-Item (Join-Path $_.FullName 'pom.xml'); $s=Join-Path $_.FullName 'src\main'; if (Test-Path $s) { Get-ChildItem -LiteralPath $s -Recurse } } ^| Where-Object { $_.LastWriteTimeUtc -gt $t } ^| Select-Object -First 1; if ($n) { 1 } else { 0 }"') do set "STALE=%%r"
)
if "%STALE%"=="0" exit /b 0
where mvn >nul 2>nul || (
  echo shinari: no mvn found: Shinari is built by Apache Maven 3.6 or newer; install it and start again 1>&2
  exit /b 1
)
echo shinari: building (%1, once after each change of the sources) ... 1>&2
if not exist "%STORE%" mkdir "%STORE%"
type nul > "%STAMP%.new"
if exist "%STORE%\%1-lib" rmdir /s /q "%STORE%\%1-lib"
mkdir "%STORE%\%1-lib"
call mvn -q -B -Dquick -Dmaven.test.skip=true -f "%HOME_DIR%pom.xml" -pl %1 -am package org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy-dependencies -DincludeScope=runtime "-DoutputDirectory=%STORE%\%1-lib" > "%STORE%\build.log" 2>&1
if errorlevel 1 (
  echo shinari: the build failed: 1>&2
  findstr /b /c:"[ERROR]" "%STORE%\build.log" 1>&2
  echo shinari: the whole log is %STORE%\build.log 1>&2
  exit /b 1
)
copy /y "%HOME_DIR%%1\target\shinari-%1-*.jar" "%STORE%\%1-lib" >nul
move /y "%STAMP%.new" "%STAMP%" >nul
exit /b 0

rem ---- Apache Spark, for --engine spark: fetched by Maven the first time, kept for all builds
:ensure_spark
for /f "tokens=3 delims=<>" %%v in ('findstr /c:"<spark.version>" "%HOME_DIR%pom.xml"') do set "WANTED=%%v"
set "SPARK_JARS=%STORE%\spark-%WANTED%"
if exist "%SPARK_JARS%" exit /b 0
echo shinari: fetching Apache Spark %WANTED% from Maven (once, some 200 MB) ... 1>&2
if exist "%SPARK_JARS%.new" rmdir /s /q "%SPARK_JARS%.new"
call mvn -q -B -Dquick -Dmaven.test.skip=true -f "%HOME_DIR%pom.xml" -pl spark -am compile org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy-dependencies -DincludeScope=provided "-DoutputDirectory=%SPARK_JARS%.new" > "%STORE%\spark.log" 2>&1
if errorlevel 1 (
  echo shinari: no Spark on the class path, and Maven could not fetch it: 1>&2
  findstr /b /c:"[ERROR]" "%STORE%\spark.log" 1>&2
  echo shinari: look at %STORE%\spark.log, or start with spark-submit ^(docs/scale.md^), or leave --engine spark out 1>&2
  rmdir /s /q "%SPARK_JARS%.new"
  exit /b 1
)
del /q "%SPARK_JARS%.new\shinari-*.jar" 2>nul
move "%SPARK_JARS%.new" "%SPARK_JARS%" >nul
exit /b 0
