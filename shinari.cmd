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

rem PowerShell compares times: 1 when any source is newer than the start of the last build.
set "STAMP=%STORE%\%MODULE%-stamp"
set "STALE=1"
if exist "%STAMP%" (
  for /f %%r in ('powershell -NoProfile -Command "$t=(Get-Item -LiteralPath $env:STAMP).LastWriteTimeUtc; $n=Get-ChildItem -LiteralPath $env:HOME_DIR -Directory ^| Where-Object { Test-Path (Join-Path $_.FullName 'pom.xml') } ^| ForEach-Object { Get-Item (Join-Path $_.FullName 'pom.xml'); $s=Join-Path $_.FullName 'src\main'; if (Test-Path $s) { Get-ChildItem -LiteralPath $s -Recurse } } ^| Where-Object { $_.LastWriteTimeUtc -gt $t } ^| Select-Object -First 1; if ($n) { 1 } else { 0 }"') do set "STALE=%%r"
)
if "%STALE%"=="0" goto run

where mvn >nul 2>nul || (
  echo shinari: no mvn found: Shinari is built by Apache Maven 3.6 or newer; install it and start again 1>&2
  exit /b 1
)
echo shinari: building (%MODULE%, once after each change of the sources) ... 1>&2
if not exist "%STORE%" mkdir "%STORE%"
type nul > "%STAMP%.new"
if exist "%STORE%\%MODULE%-lib" rmdir /s /q "%STORE%\%MODULE%-lib"
mkdir "%STORE%\%MODULE%-lib"
call mvn -q -B -Dquick -Dmaven.test.skip=true -f "%HOME_DIR%pom.xml" -pl %MODULE% -am package org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy-dependencies -DincludeScope=runtime "-DoutputDirectory=%STORE%\%MODULE%-lib" > "%STORE%\build.log" 2>&1
if errorlevel 1 (
  echo shinari: the build failed: 1>&2
  findstr /b /c:"[ERROR]" "%STORE%\build.log" 1>&2
  echo shinari: the whole log is %STORE%\build.log 1>&2
  exit /b 1
)
copy /y "%HOME_DIR%%MODULE%\target\shinari-%MODULE%-*.jar" "%STORE%\%MODULE%-lib" >nul
move /y "%STAMP%.new" "%STAMP%" >nul

:run
set "VECTOR="
if "%~1"=="run" set "VECTOR=--add-modules jdk.incubator.vector"
if "%~1"=="try" set "VECTOR=--add-modules jdk.incubator.vector"
if "%~1"=="bench" set "VECTOR=--add-modules jdk.incubator.vector"
if "%~1"=="studio" set "VECTOR=--add-modules jdk.incubator.vector"
"%JAVA%" %VECTOR% -Xshare:auto %JAVA_OPTS% -cp "%STORE%\%MODULE%-lib\*" dev.shinari.app.Main %*
exit /b %ERRORLEVEL%
